package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AMQP and management over TLS; what may go wrong with it is {@link QuorumTlsIT}'s. */
interface TlsContract extends OnThreeNodes {
  @ParameterizedTest
  @ValueSource(strings = {"threads", "netty"})
  default void sendsAndReceivesOverVerifiedConnections(String io) throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    String file =
        """
        amqpUris: ["${brokers.tlsAmqpUris}"]
        managementUris: ["${brokers.tlsManagementUris}"]
        tls:
          trustStore: ${brokers.tlsTrustStore}
          trustStorePassword: ${brokers.tlsStorePassword}
        connections: {io: %s}
        """
            .formatted(io);
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = benches().ofFile(file)) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 500);
      inbox.awaitDeliveries(500);
      traffic.awaitSettled();
      assertThat(bench.driver().readTelemetry()).isNotEmpty();
    }
    assertThat(traffic.failures()).isEmpty();
  }
}
