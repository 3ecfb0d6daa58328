package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.ibmmq.testdouble.DoubleJournal.Connected;
import io.tidemark.driver.ibmmq.testdouble.DoubleSettings;
import io.tidemark.driver.ibmmq.testdouble.MqTestDouble;
import io.tidemark.driver.ibmmq.testdouble.TestCertificate;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where and who: what the test double sees of a connection that the file describes. */
@Tag("slow")
class ConnectionOptionsTest {
  private static final DoubleSettings PLAIN = DoubleSettings.named("QM1");
  private static final DoubleSettings SECURED = PLAIN.withUser("app", "secret");

  @TempDir private static Path directory;
  private static TestCertificate certificate;

  @BeforeAll
  static void makeCertificate() {
    certificate = TestCertificate.create(directory);
  }

  private static List<Connected> connected(MqTestDouble mq, String yaml) throws Exception {
    try (DriverOnDouble run = DriverOnDouble.on(mq, yaml)) {
      run.put(new byte[10]);
      return run.mq().journal().connections();
    }
  }

  private static List<Connected> connected(DoubleSettings settings, String more) throws Exception {
    MqTestDouble mq = DriverOnDouble.startDouble(settings);
    return connected(mq, DriverOnDouble.file(mq, more));
  }

  @Test
  void channelQueueManagerAndApplicationName() throws Exception {
    assertThat(connected(PLAIN, "applicationName: order benchmark\n"))
        .isNotEmpty()
        .allSatisfy(
            c -> {
              assertThat(c.channel()).isEqualTo(DriverOnDouble.CHANNEL);
              assertThat(c.queueManager()).isEqualTo("QM1");
              assertThat(c.applicationName()).isEqualTo("order benchmark");
              assertThat(c.authentication()).isEqualTo("COMPATIBILITY");
            });
  }

  @Test
  void hostAndPortInsteadOfNames() throws Exception {
    MqTestDouble mq = DriverOnDouble.startDouble(PLAIN);
    String file =
        DriverOnDouble.file(mq, "")
            .replaceAll("connectionNames: .*", "host: localhost\nport: " + mq.port());
    assertThat(connected(mq, file)).isNotEmpty();
  }

  @Test
  void anEmptyQueueManagerTakesWhoeverAnswers() throws Exception {
    MqTestDouble mq = DriverOnDouble.startDouble(PLAIN);
    String file = DriverOnDouble.file(mq, "").replace("queueManager: QM1\n", "");
    assertThat(connected(mq, file)).extracting(Connected::queueManager).containsOnly("");
  }

  @Test
  void theSecondNameServesWhenTheFirstIsDown() throws Exception {
    MqTestDouble down = DriverOnDouble.startDouble(PLAIN);
    down.close();
    MqTestDouble mq = DriverOnDouble.startDouble(PLAIN);
    String names = "connectionNames: localhost(%d),localhost(%d)".formatted(down.port(), mq.port());
    String file = DriverOnDouble.file(mq, "").replaceAll("connectionNames: .*", names);
    assertThat(connected(mq, file)).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"mqcsp, MQCSP", "compatibility, COMPATIBILITY"})
  void userAndPassword(String authentication, String seen) throws Exception {
    String who = "user: app\npassword: secret\nauthentication: " + authentication + "\n";
    assertThat(connected(SECURED, who))
        .isNotEmpty()
        .allSatisfy(
            c -> {
              assertThat(c.user()).isEqualTo("app");
              assertThat(c.authentication()).isEqualTo(seen);
            });
  }

  @Test
  void aTokenInsteadOfAUser() throws Exception {
    String token = "token: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhcHAifQ.c2ln\n";
    assertThat(connected(PLAIN, token))
        .isNotEmpty()
        .allSatisfy(c -> assertThat(c.authentication()).isEqualTo("TOKEN"));
  }

  private static String tls(String cipher, String more) {
    return "user: app\npassword: secret\ntls: {cipherSuite: \"%s\", trustStore: %s, trustStorePassword: %s%s}%n"
        .formatted(cipher, certificate.store(), TestCertificate.PASSWORD, more);
  }

  private static String keyStore(String label) {
    return ", keyStore: %s, keyStorePassword: %s, certificateLabel: %s"
        .formatted(certificate.store(), TestCertificate.PASSWORD, label);
  }

  private static DoubleSettings withTls() {
    return SECURED.withTls(certificate.context());
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_AES_256_GCM_SHA384, TLS_AES_256_GCM_SHA384",
    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    "*TLS12ORHIGHER, TLS_AES_256_GCM_SHA384"
  })
  void cipherSuiteAndTrustStore(String cipher, String seen) throws Exception {
    assertThat(connected(withTls(), tls(cipher, ", peerName: \"CN=localhost\"")))
        .isNotEmpty()
        .allSatisfy(c -> assertThat(c.cipherSuite()).isEqualTo(seen));
    assertThat(connected(withTls(), tls(cipher, keyStore("localhost")))).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TLS_AES_256_GCM_SHA384 | , peerName: \"CN=another\" | 2398",
        "ECDHE_RSA_AES_256_GCM_SHA384 | '' | 2400",
      })
  void whatIsWrongWithTlsIsReported(String cipher, String more, String reason) {
    MqTestDouble mq = DriverOnDouble.startDouble(withTls());
    assertThatThrownBy(() -> DriverOnDouble.on(mq, DriverOnDouble.file(mq, tls(cipher, more))))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(reason + " MQRC_");
  }

  @Test
  void missingFipsSupportIsReported() {
    MqTestDouble mq = DriverOnDouble.startDouble(withTls());
    String file = DriverOnDouble.file(mq, tls("TLS_AES_256_GCM_SHA384", ", fips: true"));
    assertThatThrownBy(() -> DriverOnDouble.on(mq, file))
        .hasMessageStartingWith("2392 MQRC_SSL_CONFIG_ERROR")
        .hasMessageContaining("tls.fips");
    assertThat(mq.journal().connections()).isEmpty();
  }

  @ParameterizedTest(name = "reconnect: {0}")
  @CsvSource({"any, 0", "disabled, 1"})
  void theClientReconnectsItselfWhereItIsAllowedTo(String reconnect, int leastLost)
      throws Exception {
    MqTestDouble mq = DriverOnDouble.startDouble(PLAIN.withSharingConversations(10));
    String file =
        DriverOnDouble.file(mq, "")
            .replace("connections: {", "connections: {reconnect: " + reconnect + ", ");
    try (DriverOnDouble run = DriverOnDouble.on(mq, file);
        BenchmarkProducer producer = run.producer()) {
      DriverOnDouble.get(producer.sendAsync(Optional.empty(), new byte[10]));
      mq.dropConnections();
      Awaitility.await()
          .atMost(Duration.ofSeconds(90))
          .ignoreExceptions()
          .untilAsserted(
              () -> DriverOnDouble.get(producer.sendAsync(Optional.empty(), new byte[10])));
      assertThat(run.events().stream().filter(e -> e.kind() == Kind.CONNECTION_LOST).count())
          .isBetween((long) leastLost, leastLost * 10L);
    }
  }

  /** A uniform cluster: the application may be on any queue manager, and again on another. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"file", "http"})
  void aClientOfAUniformClusterGoesToAnotherQueueManagerWhenItsOwnIsGone(String scheme)
      throws Exception {
    MqTestDouble first = DriverOnDouble.startDouble(PLAIN);
    MqTestDouble second = DriverOnDouble.startDouble(DoubleSettings.named("QM2"));
    second.define(DriverOnDouble.TOPIC);
    HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    Path table = Path.of(ccdt("UNI", first, second));
    server.createContext("/ccdt.json", exchange -> answer(exchange, table));
    server.start();
    String url =
        scheme.equals("file")
            ? table.toUri().toString()
            : "http://localhost:" + server.getAddress().getPort() + "/ccdt.json";
    String file =
        DriverOnDouble.file(first, "")
            .replaceAll("connectionNames: .*", "ccdtUrl: " + url)
            .replaceAll("channel: .*\n", "")
            .replace("queueManager: QM1", "queueManager: \"*UNI\"");
    try (second;
        DriverOnDouble run = DriverOnDouble.on(first, file);
        BenchmarkProducer producer = run.producer()) {
      DriverOnDouble.get(producer.sendAsync(Optional.empty(), new byte[10]));
      assertThat(run.driver().brokerFacts()).containsEntry("queue.manager", "QM1");
      first.close();
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .until(
              () -> {
                DriverOnDouble.get(producer.sendAsync(Optional.empty(), new byte[10]));
                return second.queue(DriverOnDouble.TOPIC).depth() > 0;
              });
      assertThat(run.events())
          .extracting(DriverEvent::kind)
          .contains(Kind.CONNECTION_LOST, Kind.CONNECTION_RECOVERED);
      assertThat(second.journal().connections())
          .isNotEmpty()
          .extracting(Connected::queueManager)
          .containsOnly("*UNI");
    } finally {
      server.stop(0);
    }
  }

  private static void answer(HttpExchange exchange, Path table) throws IOException {
    byte[] text = Files.readAllBytes(table);
    exchange.sendResponseHeaders(200, text.length);
    exchange.getResponseBody().write(text);
    exchange.close();
  }

  /** The client takes the entries of a group in the order of their names, without weights. */
  private static URI ccdt(String group, MqTestDouble... queueManagers) throws IOException {
    List<String> entries = new ArrayList<>();
    for (MqTestDouble mq : queueManagers) {
      entries.add(
          """
          {"name": "%s", "type": "clientConnection", "clientConnection": {
            "connection": [{"host": "localhost", "port": %d}], "queueManager": "%s"}}
          """
              .formatted(DriverOnDouble.CHANNEL, mq.port(), group));
    }
    return Files.writeString(
            directory.resolve("ccdt-" + group + ".json"),
            "{\"channel\": [" + String.join(",", entries) + "]}")
        .toUri();
  }

  @Test
  void anUntrustedCertificateIsReported() {
    MqTestDouble mq = DriverOnDouble.startDouble(withTls());
    String file =
        DriverOnDouble.file(
            mq, "user: app\npassword: secret\ntls: {cipherSuite: TLS_AES_256_GCM_SHA384}\n");
    assertThatThrownBy(() -> DriverOnDouble.on(mq, file))
        .hasMessageStartingWith("2397 MQRC_JSSE_ERROR")
        .hasMessageContaining("certificates");
  }

  @ParameterizedTest(name = "{0}, shareConversations {1}: {2} sockets")
  @CsvSource({"per-client, true, 4", "per-client, false, 8", "shared, true, 1"})
  void connectionsAndSockets(String mode, boolean share, int mostSockets) throws Exception {
    MqTestDouble mq = DriverOnDouble.startDouble(PLAIN.withSharingConversations(10));
    String more = "connections: {mode: %s, shareConversations: %s}%n".formatted(mode, share);
    String file = DriverOnDouble.file(mq, "").replaceAll("connections: .*\n", "") + more;
    try (DriverOnDouble run = DriverOnDouble.on(mq, file);
        BenchmarkProducer one = run.producer();
        BenchmarkProducer two = run.producer();
        BenchmarkProducer three = run.producer();
        BenchmarkProducer four = run.producer()) {
      List<Connected> seen = mq.journal().connections();
      long sockets = seen.stream().map(Connected::socket).distinct().count();
      assertThat(sockets).isBetween(share ? 1L : (long) mostSockets, (long) mostSockets);
      assertThat(seen).hasSize(mode.equals("shared") ? 5 : 8);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"unspecified", "8"})
  void providerVersion(String version) throws Exception {
    String more = "connections: {providerVersion: \"" + version + "\"}\n";
    MqTestDouble mq = DriverOnDouble.startDouble(PLAIN);
    String file = DriverOnDouble.file(mq, "").replaceAll("connections: .*\n", "") + more;
    assertThat(connected(mq, file)).isNotEmpty();
  }
}
