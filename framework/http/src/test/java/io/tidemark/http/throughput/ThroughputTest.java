package io.tidemark.http.throughput;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.http.RecordingWorker;
import io.tidemark.http.Samples;
import io.tidemark.http.ServerOptions;
import io.tidemark.http.TestCertificates;
import io.tidemark.http.WorkerServer;
import io.tidemark.http.client.HttpWorker;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.client.WorkerConnection;
import io.tidemark.http.client.WorkerConnection.Head;
import io.tidemark.http.protocol.Failure;
import io.tidemark.http.protocol.Protocol;
import io.tidemark.http.protocol.Token;
import io.tidemark.http.protocol.WireFormat;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.http.server.ListenException;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.http.throughput.Transfers.Send;
import io.tidemark.http.throughput.Transfers.SendTo;
import io.tidemark.http.tls.ServerTls;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes between workers for the measurement of the network, and who does not get any. */
@Tag("slow")
class ThroughputTest {
  /** Longer than a busy machine lets a thread wait. */
  private static final Duration SHORT = Duration.ofMillis(500);

  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final Optional<Token> TOKEN = Optional.of(new Token("correct-horse-battery"));
  private static final HttpWorkerOptions FRIEND = HttpWorkerOptions.DEFAULT.withToken(TOKEN);

  private final List<WorkerServer> servers = new ArrayList<>();

  @AfterEach
  void stop() {
    servers.forEach(WorkerServer::close);
  }

  private WorkerAddress worker(WorkerServerOptions options) throws ListenException {
    WorkerServer server = WorkerServer.start(new RecordingWorker().port, options);
    servers.add(server);
    return server.address();
  }

  private WorkerAddress worker(Optional<Token> token) throws ListenException {
    return worker(ServerOptions.listening("127.0.0.1", 0, token, false));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void bytesFlowInBothDirectionsAndBetweenWorkers(int streams) throws Exception {
    ThroughputProbe first = new ThroughputProbe(worker(TOKEN), FRIEND);
    ThroughputProbe second = new ThroughputProbe(worker(TOKEN), FRIEND);
    assertThat(first.send(streams, SHORT)).isPositive();
    assertThat(first.receive(streams, SHORT)).isPositive();
    assertThat(first.sendTo(second, streams, SHORT)).isPositive();
    assertThat(second.sendTo(first, streams, SHORT)).isPositive();
  }

  @Test
  void workersWithoutATokenNeedNone() throws Exception {
    ThroughputProbe first =
        new ThroughputProbe(worker(Optional.empty()), HttpWorkerOptions.DEFAULT);
    ThroughputProbe second =
        new ThroughputProbe(worker(Optional.empty()), HttpWorkerOptions.DEFAULT);
    assertThat(first.sendTo(second, 1, SHORT)).isPositive();
  }

  @Test
  void aWrongTokenIsRefusedBeforeBytesFlow() throws Exception {
    WorkerAddress address = worker(TOKEN);
    ThroughputProbe stranger = new ThroughputProbe(address, HttpWorkerOptions.DEFAULT);
    WorkerException failure =
        catchThrowableOfType(WorkerException.class, () -> stranger.send(1, SHORT));
    assertThat(failure.kind()).isEqualTo(Kind.CONFIGURATION);
    assertThat(failure.getMessage()).contains("requires another token");
    for (String operation : List.of(Transfers.RECEIVE, Transfers.SEND, Transfers.SEND_TO)) {
      assertThat(status(address, Optional.empty(), operation, new Send(SHORT)))
          .as(operation)
          .isEqualTo(Protocol.UNAUTHORIZED);
    }
  }

  /** The other worker has another token. */
  @Test
  void aWorkerSendsNothingToAWorkerThatRefusesItsToken() throws Exception {
    ThroughputProbe first = new ThroughputProbe(worker(TOKEN), FRIEND);
    Optional<Token> other = Optional.of(new Token("another-token-of-others"));
    WorkerAddress stranger = worker(other);
    WorkerException failure =
        catchThrowableOfType(
            WorkerException.class,
            () -> first.sendTo(new ThroughputProbe(stranger, FRIEND.withToken(other)), 1, SHORT));
    assertThat(failure.getMessage()).contains(stranger.toString(), "requires another token");
  }

  /** What would make a worker a weapon or a spy: another server gets one small request. */
  @Test
  void aServerThatIsNoWorkerGetsNoBytesAndIsNotQuoted() throws Exception {
    Queue<Integer> requestBytes = new ConcurrentLinkedQueue<>();
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    other.createContext(
        "/",
        exchange -> {
          requestBytes.add(exchange.getRequestBody().readAllBytes().length);
          byte[] secret = "secret of the network".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(requestBytes.size() % 2 == 0 ? 200 : 403, secret.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(secret);
          }
        });
    other.start();
    try {
      ThroughputProbe worker = new ThroughputProbe(worker(Optional.empty()), FRIEND);
      WorkerAddress target = new WorkerAddress(false, "127.0.0.1", other.getAddress().getPort());
      for (int i = 0; i < 2; i++) {
        WorkerException failure =
            catchThrowableOfType(
                WorkerException.class,
                () -> worker.sendTo(new ThroughputProbe(target, FRIEND), 3, SHORT));
        assertThat(failure.getMessage()).contains(target.toString()).doesNotContain("secret");
      }
      assertThat(requestBytes).hasSize(2).allMatch(bytes -> bytes < 100);
    } finally {
      other.stop(0);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ftp://127.0.0.1:1, 1, 100, address is http",
    "http://127.0.0.1:1/path, 1, 100, address is http",
    "http://u:p@127.0.0.1:1, 1, 100, address is http",
    "http://192.0.2.1:8080, 1, 100, without TLS",
    "https://127.0.0.1:1, 1, 100, X.509",
    "http://127.0.0.1:1, 0, 100, 1 to 16",
    "http://127.0.0.1:1, 17, 100, 1 to 16",
    "http://127.0.0.1:1, 1, 0, 1 to 10000",
    "http://127.0.0.1:1, 1, 10001, 1 to 10000"
  })
  void wrongOrdersAreRefused(String target, int streams, long millis, String message)
      throws Exception {
    SendTo order = new SendTo(target, new byte[] {1}, streams, Duration.ofMillis(millis));
    try (WorkerConnection connection = connect(worker(TOKEN))) {
      Head head = ask(connection, TOKEN, Transfers.SEND_TO, WireFormat.write(order));
      assertThat(head.status()).isEqualTo(Protocol.BAD_REQUEST);
      assertThat(new String(connection.readBody(head), StandardCharsets.UTF_8)).contains(message);
    }
  }

  @Test
  void otherBodiesAreRefused() throws Exception {
    WorkerAddress address = worker(TOKEN);
    for (String operation : List.of(Transfers.SEND, Transfers.SEND_TO)) {
      assertThat(status(address, TOKEN, operation, "text")).isEqualTo(Protocol.BAD_REQUEST);
    }
    assertThat(status(address, TOKEN, Transfers.SEND, new Send(Duration.ofHours(1))))
        .isEqualTo(Protocol.BAD_REQUEST);
  }

  @Test
  void aRunIsNotDisturbed() throws Exception {
    WorkerAddress address = worker(TOKEN);
    try (HttpWorker coordinator = HttpWorker.at(address, FRIEND)) {
      coordinator.prepare(Samples.setup("r1", new PayloadSpec.Zeros()), DEADLINE);
      ThroughputProbe probe = new ThroughputProbe(address, FRIEND);
      assertThat(catchThrowableOfType(WorkerException.class, () -> probe.send(1, SHORT)))
          .hasMessageContaining("a run is under way");
      assertThat(catchThrowableOfType(WorkerException.class, () -> probe.receive(1, SHORT)))
          .hasMessageContaining("a run is under way");
      coordinator.finish(true, DEADLINE);
      assertThat(probe.send(1, SHORT)).isPositive();
    }
  }

  @Test
  void streamsAreLimitedAndFreedWhenConnectionsEnd() throws Exception {
    WorkerAddress address = worker(TOKEN);
    ThroughputProbe probe = new ThroughputProbe(address, FRIEND);
    List<WorkerConnection> open = new ArrayList<>();
    for (int i = 0; i < ThroughputProbe.MOST_STREAMS; i++) {
      WorkerConnection each = connect(address);
      open.add(each);
      each.out()
          .write(
              WorkerConnection.head(
                  address,
                  TOKEN,
                  Transfers.path(Transfers.RECEIVE),
                  "Transfer-Encoding: chunked",
                  "Expect: 100-continue"));
      assertThat(each.readHead().status()).isEqualTo(100);
    }
    assertThat(catchThrowableOfType(WorkerException.class, () -> probe.send(1, SHORT)))
        .hasMessageContaining("at most 16 streams");
    open.forEach(WorkerConnection::close);
    await()
        .atMost(60, SECONDS)
        .ignoreExceptionsInstanceOf(WorkerException.class) // not all are freed yet
        .untilAsserted(
            () -> assertThat(probe.send(ThroughputProbe.MOST_STREAMS, SHORT)).isPositive());
  }

  @Test
  void overTlsAWorkerTrustsTheCertificateThatTheCoordinatorHasVerified() throws Exception {
    TestCertificates certificates = TestCertificates.shared();
    SSLContext trust = certificates.files(Optional.empty(), Optional.of("ca")).context();
    HttpWorkerOptions options = HttpWorkerOptions.DEFAULT.withTls(Optional.of(trust));
    ThroughputProbe first = new ThroughputProbe(secure(certificates, "worker", false), options);
    ThroughputProbe second = new ThroughputProbe(secure(certificates, "second", false), options);
    assertThat(first.sendTo(second, 2, SHORT)).isPositive();
    assertThat(first.receive(2, SHORT)).isPositive();
  }

  @Test
  void withMutualTlsAWorkerShowsItsOwnCertificate() throws Exception {
    TestCertificates certificates = TestCertificates.shared();
    SSLContext own = certificates.files(Optional.of("worker"), Optional.of("ca")).context();
    HttpWorkerOptions options = HttpWorkerOptions.DEFAULT.withTls(Optional.of(own));
    ThroughputProbe first = new ThroughputProbe(secure(certificates, "worker", true), options);
    ThroughputProbe second = new ThroughputProbe(secure(certificates, "second", true), options);
    assertThat(first.sendTo(second, 1, SHORT)).isPositive();
  }

  /** Another certificate of the same authority and for the same address is not that worker. */
  @Test
  void anotherCertificateThanTheGivenOneIsRefused() throws Exception {
    TestCertificates certificates = TestCertificates.shared();
    WorkerAddress first = secure(certificates, "worker", false);
    WorkerAddress second = secure(certificates, "second", false);
    SSLContext trust = certificates.files(Optional.empty(), Optional.of("ca")).context();
    try (WorkerConnection connection =
        WorkerConnection.open(first, Optional.of(trust), DEADLINE, DEADLINE)) {
      SendTo order = new SendTo(second.toString(), connection.certificate(), 1, SHORT);
      Head head = ask(connection, Optional.empty(), Transfers.SEND_TO, WireFormat.write(order));
      assertThat(head.status()).isEqualTo(Protocol.FAILED);
      assertThat(WireFormat.read(connection.readBody(head), Failure.class).message())
          .contains("no TLS with " + second);
    }
  }

  private WorkerAddress secure(TestCertificates certificates, String name, boolean mutual)
      throws Exception {
    Optional<String> trusted = mutual ? Optional.of("ca") : Optional.empty();
    SSLContext own = certificates.files(Optional.of(name), trusted).context();
    return worker(ServerOptions.tls(new ServerTls(own, mutual)));
  }

  private static WorkerConnection connect(WorkerAddress address) throws IOException {
    return WorkerConnection.open(address, Optional.empty(), DEADLINE, DEADLINE);
  }

  private static int status(
      WorkerAddress address, Optional<Token> token, String operation, Object body)
      throws IOException {
    try (WorkerConnection connection = connect(address)) {
      return ask(connection, token, operation, WireFormat.write(body)).status();
    }
  }

  private static Head ask(
      WorkerConnection connection, Optional<Token> token, String operation, byte[] body)
      throws IOException {
    WorkerAddress host = new WorkerAddress(false, "127.0.0.1", 1);
    connection.out().write(WorkerConnection.request(host, token, Transfers.path(operation), body));
    return connection.readHead();
  }
}
