package io.tidemark.driver.rabbitmq.quorum;

import static io.tidemark.driver.rabbitmq.Bench.assertCloses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.LoopbackProxy;
import io.tidemark.driver.rabbitmq.Traffic;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps connections over TLS from being made, or cut; see {@link TlsContract}. */
class QuorumTlsIT extends OneQuorumNode {
  private static final String ADDRESSES =
      """
      amqpUris: ["${brokers.tlsAmqpUris}"]
      managementUris: ["${brokers.tlsManagementUris}"]
      """;

  @ParameterizedTest
  @ValueSource(strings = {"threads", "netty"})
  void aCertificateForAnotherHostIsTakenOnlyWhenItsNameIsNotVerified(String io) throws Exception {
    try (LoopbackProxy amqp = LoopbackProxy.underAnotherName(port("tlsAmqpUris"));
        LoopbackProxy management = LoopbackProxy.underAnotherName(port("tlsManagementUris"))) {
      String file =
          """
          amqpUris: ["amqps://guest:guest@%s"]
          managementUris: ["https://guest:guest@%s"]
          tls: {ca: "${brokers.tlsCa}", verifyHostname: %s}
          connections: {io: %s}
          """;
      String verifying = file.formatted(amqp.address(), management.address(), true, io);
      assertThatThrownBy(() -> benches.ofFile(verifying))
          .hasStackTraceContaining("No subject alternative names matching IP address 127.0.0.2");
      try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
          benches.ofFile(file.formatted(amqp.address(), management.address(), false, io))) {
        bench.assertDelivers(bench.topic(1), 10);
        assertThat(bench.driver().readTelemetry()).isNotEmpty();
      }
    }
  }

  private static int port(String placeholder) {
    return URI.create(cluster.brokers().placeholders().get(placeholder)).getPort();
  }

  @ParameterizedTest
  @ValueSource(strings = {"threads", "netty"})
  void aCertificateLogsInWithoutAPassword(String io) throws Exception {
    String file =
        """
        amqpUris: ["%s"]
        managementUris: ["${brokers.tlsManagementUris}"]
        tls:
          ca: ${brokers.tlsCa}
          keyStore: ${brokers.tlsKeyStore}
          keyStorePassword: ${brokers.tlsStorePassword}
          saslExternal: true
        connections: {io: %s}
        """
            .formatted(
                cluster
                    .brokers()
                    .placeholders()
                    .get("tlsAmqpUris")
                    .replace("guest:guest@", "nobody:nothing@"),
                io);
    cluster.addUserOfTheCertificate();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = benches.ofFile(file)) {
      bench.assertDelivers(bench.topic(1), 10);
    }
  }

  /** More than all buffers hold: the broker stands still, and the write with it. */
  @ParameterizedTest
  @ValueSource(strings = {"mode: shared", "io: netty"})
  void closingDoesNotWaitForAWriteThatIsStuck(String connections) throws Exception {
    Traffic traffic = new Traffic(60 << 20);
    String options =
        """
        tls:
          trustStore: ${brokers.tlsTrustStore}
          trustStorePassword: ${brokers.tlsStorePassword}
        connections: {closeTimeout: 1s, %s}
        """
            .formatted(connections);
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = benches.ofFile(ADDRESSES + options)) {
      BenchmarkProducer producer = bench.producer(bench.topic(1));
      cluster.whileFrozen(
          () -> {
            Thread sender = new Thread(() -> traffic.send(producer), "sender");
            sender.setDaemon(true);
            sender.start();
            await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> traffic.unsettled() == 1 || isWriting(sender));
            // Less than the heartbeats take to find out.
            assertCloses(producer);
            sender.join(60_000);
            assertThat(sender.isAlive()).isFalse();
          });
    }
    assertThat(traffic.unsettled()).isZero();
    assertThat(traffic.failures()).hasSize(1);
  }

  private static boolean isWriting(Thread sender) {
    return Arrays.stream(sender.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("basicPublish"));
  }

  @Test
  void refusesABrokerThatTheMachineDoesNotTrust() {
    assertThatThrownBy(() -> benches.ofFile(ADDRESSES))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:")
        .hasMessageContaining("certification path");
  }
}
