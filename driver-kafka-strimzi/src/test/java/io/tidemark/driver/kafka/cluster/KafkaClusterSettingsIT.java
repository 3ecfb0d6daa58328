package io.tidemark.driver.kafka.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.kafka.ReceivedRecords;
import io.tidemark.driver.kafka.SharedCluster;
import io.tidemark.driver.kafka.TokenEndpoint;
import io.tidemark.driver.kafka.WithKafkaDriver;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tokens and racks: what three nodes must be set up for, too. */
@Timeout(120)
class KafkaClusterSettingsIT extends WithKafkaDriver {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final String ALLOWED_URLS = "org.apache.kafka.sasl.oauthbearer.allowed.urls";

  @RegisterExtension static final SharedCluster cluster = SharedCluster.THREE_NODES;

  @AfterEach
  void close() {
    System.clearProperty(ALLOWED_URLS);
  }

  @Test
  void tokensComeFromTheEndpointThatTheProcessAllows() throws Exception {
    try (TokenEndpoint endpoint = new TokenEndpoint()) {
      assertThatThrownBy(() -> start(tokens(endpoint, "s3cret"), ""))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(ALLOWED_URLS);
      assertThat(endpoint.issued()).isZero();

      System.setProperty(ALLOWED_URLS, endpoint.url());
      assertThatThrownBy(() -> start(tokens(endpoint, "wrong"), ""))
          .isInstanceOf(IOException.class)
          .hasMessageNotContaining("wrong");

      start(tokens(endpoint, "s3cret"), "");
      assertMessagesArrive();
      assertThat(endpoint.issued()).isPositive();
    }
  }

  private String tokens(TokenEndpoint endpoint, String secret) {
    return """
      bootstrap.servers: %s
      security.protocol: SASL_PLAINTEXT
      sasl.mechanism: OAUTHBEARER
      sasl.oauthbearer.token.endpoint.url: %s
      sasl.oauthbearer.client.credentials.client.id: bench
      sasl.oauthbearer.client.credentials.client.secret: %s
      sasl.login.retry.backoff.ms: 1
      sasl.login.retry.backoff.max.ms: 1
    """
        .formatted(cluster.brokers().placeholders().get("oauthBootstrap"), endpoint.url(), secret);
  }

  /** The brokers end connections whose token has expired: clients must log in again before. */
  @Test
  void clientsLogInAgainBeforeTheirTokensExpire() throws Exception {
    String client = "login-" + topic;
    int lifetimeSeconds = 4;
    try (TokenEndpoint endpoint = new TokenEndpoint(lifetimeSeconds)) {
      System.setProperty(ALLOWED_URLS, endpoint.url());
      start(
          tokens(endpoint, "s3cret")
              + """
                sasl.login.refresh.min.period.seconds: 0
                sasl.login.refresh.buffer.seconds: 0
              """,
          "producerConfig: {client.id: %s}".formatted(client));
      driver.createTopic(topic, 1).join();
      ReceivedRecords received = new ReceivedRecords();
      driver.createConsumer(topic, "sub-" + topic, received).join();
      BenchmarkProducer producer = driver.createProducer(topic).join();
      int first = endpoint.issued();
      long endNanos = System.nanoTime() + Duration.ofSeconds(2 * lifetimeSeconds + 1).toNanos();

      int sent = 0;
      for (; System.nanoTime() < endNanos; sent++) {
        producer.sendAsync(Optional.empty(), ("" + sent).getBytes(UTF_8)).get(60, TimeUnit.SECONDS);
        Thread.sleep(20);
      }

      int all = sent;
      await().atMost(DEADLINE).until(() -> received.texts.size() == all);
      assertThat(received.failures).isEmpty();
      assertThat(endpoint.issued()).isGreaterThan(first);
      assertThat(
              (double)
                  ManagementFactory.getPlatformMBeanServer()
                      .getAttribute(
                          new ObjectName(
                              "kafka.producer:type=producer-metrics,client-id=" + client),
                          "successful-reauthentication-total"))
          .as("logins that the brokers asked for")
          .isPositive();
    }
  }

  @Test
  void consumersReadFromTheReplicaInTheirRack() throws Exception {
    String client = "reader-" + topic;
    start(plain(), "");
    driver.createTopic(topic, 1).join();
    driver.readTelemetry();
    int leader = Integer.parseInt(driver.leaders().get(topic + "-0"));
    int other = leader % 3 + 1;
    driver.close();
    start(
        plain(), "consumerConfig: {client.rack: rack-%s, client.id: %s}".formatted(other, client));

    assertMessagesArrive();

    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    ObjectName partition =
        new ObjectName(
            "kafka.consumer:type=consumer-fetch-manager-metrics,partition=0,client-id=%s,*"
                .formatted(client));
    await()
        .atMost(DEADLINE)
        .untilAsserted(
            () -> {
              ObjectName found = beans.queryNames(partition, null).iterator().next();
              assertThat(beans.getAttribute(found, "preferred-read-replica")).isEqualTo(other);
            });
  }

  private static String plain() {
    return "  bootstrap.servers: " + cluster.bootstrap() + "\n";
  }

  private void start(String common, String yaml) throws Exception {
    String file = "replicationFactor: 3\ncommonConfig:\n" + common + yaml + "\n";
    initialize(file);
  }

  private void assertMessagesArrive() throws Exception {
    if (driver.describeTopics(List.of(topic)).join().isEmpty()) {
      driver.createTopic(topic, 1).join();
    }
    ReceivedRecords received = new ReceivedRecords();
    driver.createConsumer(topic, "sub-" + topic, received).join();
    BenchmarkProducer producer = driver.createProducer(topic).join();
    sendEach(producer, 0, 10);
    await().atMost(DEADLINE).until(() -> received.texts.size() == 10);
  }
}
