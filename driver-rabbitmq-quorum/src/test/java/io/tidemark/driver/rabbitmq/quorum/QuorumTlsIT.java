package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.LoopbackProxy;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps connections over TLS from being made, or cut; see {@link TlsContract}. */
@Timeout(180)
class QuorumTlsIT {
  private static final String ADDRESSES =
      """
      amqpUris: ["${brokers.tlsAmqpUris}"]
      managementUris: ["${brokers.tlsManagementUris}"]
      """;
  @RegisterExtension static final TestCluster cluster = OneQuorumNode.CLUSTER_4;

  @ParameterizedTest
  @ValueSource(strings = {"threads", "netty"})
  void aCertificateForAnotherHostIsTakenOnlyWhenItsNameIsNotVerified(String io) throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    try (LoopbackProxy amqp = LoopbackProxy.underAnotherName(port("tlsAmqpUris"));
        LoopbackProxy management = LoopbackProxy.underAnotherName(port("tlsManagementUris"))) {
      String file =
          """
          amqpUris: ["amqps://guest:guest@%s"]
          managementUris: ["https://guest:guest@%s"]
          tls: {ca: "${brokers.tlsCa}", verifyHostname: %s}
          connections: {io: %s}
          """;
      File verifying = cluster.file(file.formatted(amqp.address(), management.address(), true, io));
      assertThatThrownBy(() -> new Bench<>(new RabbitMqQuorumBenchmarkDriver(), verifying))
          .hasStackTraceContaining("No subject alternative names matching IP address 127.0.0.2");
      try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
          new Bench<>(
              new RabbitMqQuorumBenchmarkDriver(),
              cluster.file(file.formatted(amqp.address(), management.address(), false, io)))) {
        String topic = bench.topic(1);
        bench.consumer(topic, "sub", inbox);
        new Traffic().send(bench.producer(topic), 10);
        inbox.awaitDeliveries(10);
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
    TrafficInbox inbox = new TrafficInbox();
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
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        new Bench<>(new RabbitMqQuorumBenchmarkDriver(), cluster.file(file))) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      new Traffic().send(bench.producer(topic), 10);
      inbox.awaitDeliveries(10);
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
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        new Bench<>(new RabbitMqQuorumBenchmarkDriver(), cluster.file(ADDRESSES + options))) {
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
            assertThat(CompletableFuture.runAsync(() -> closed(producer)))
                .succeedsWithin(Duration.ofSeconds(60));
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

  private static void closed(BenchmarkProducer producer) {
    try {
      producer.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
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
