package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Inbox;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class QuorumTlsIT {
  private static final String ADDRESSES =
      """
      amqpUris: ["${brokers.tlsAmqpUris}"]
      managementUris: ["${brokers.tlsManagementUris}"]
      """;
  @RegisterExtension static final TestCluster cluster = OneNode.CLUSTER;

  @ParameterizedTest
  @ValueSource(strings = {"threads", "netty"})
  void sendsAndReceivesOverVerifiedConnections(String io) throws Exception {
    Traffic traffic = new Traffic();
    Inbox inbox = new Inbox();
    String trust =
        """
        tls:
          trustStore: ${brokers.tlsTrustStore}
          trustStorePassword: ${brokers.tlsStorePassword}
        connections: {io: %s}
        """
            .formatted(io);
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        new Bench<>(new RabbitMqQuorumBenchmarkDriver(), cluster.file(ADDRESSES + trust))) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 500);
      await().atMost(Duration.ofSeconds(60)).until(() -> inbox.deliveries() == 500);
      assertThat(bench.driver().readTelemetry()).isNotEmpty();
    }
    assertThat(traffic.failures()).isEmpty();
  }

  @Test
  void refusesABrokerThatTheMachineDoesNotTrust() {
    assertThatThrownBy(
            () -> new Bench<>(new RabbitMqQuorumBenchmarkDriver(), cluster.file(ADDRESSES)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:")
        .hasMessageContaining("certification path");
  }
}
