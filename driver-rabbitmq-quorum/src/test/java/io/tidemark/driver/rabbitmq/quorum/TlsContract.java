package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.rabbitmq.Bench;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AMQP and management over TLS; what may go wrong with it is {@link QuorumTlsIT}'s. */
interface TlsContract extends OnThreeNodes {
  @ParameterizedTest
  @ValueSource(strings = {"threads", "netty"})
  default void sendsAndReceivesOverVerifiedConnections(String io) throws Exception {
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
      bench.assertDelivers(bench.topic(1), 500);
      assertThat(bench.driver().readTelemetry()).isNotEmpty();
    }
  }
}
