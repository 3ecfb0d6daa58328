package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.LoopbackProxy;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(180)
class StreamTlsIT {
  @RegisterExtension static final TestCluster cluster = OneStreamNode.CLUSTER_4;

  @Test
  void sendsAndReceivesOverVerifiedTls() throws Exception {
    String tls =
        """
        streamUris: ["${brokers.tlsStreamUris}"]
        managementUris: ["${brokers.tlsManagementUris}"]
        tls: {trustStore: "${brokers.tlsTrustStore}", trustStorePassword: "${brokers.tlsStorePassword}"}
        """;
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqStreamBenchmarkDriver> bench =
        new Bench<>(new RabbitMqStreamBenchmarkDriver(), cluster.file(tls))) {
      String topic = bench.topic(2);
      bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 1_000);
      inbox.awaitDeliveries(1_000);
      assertThat(bench.driver().readTelemetry()).isNotEmpty();
    }
    assertThat(traffic.failures()).isEmpty();
  }

  @Test
  void refusesABrokerThatTheMachineDoesNotTrust() {
    assertThatThrownBy(
            () ->
                new Bench<>(
                    new RabbitMqStreamBenchmarkDriver(),
                    cluster.file("streamUris: ['${brokers.tlsStreamUris}']")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:")
        .hasMessageContaining("certification path");
  }

  @Test
  void aCertificateForAnotherHostIsTakenOnlyWhenItsNameIsNotVerified() throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    int port = URI.create(cluster.brokers().placeholders().get("tlsStreamUris")).getPort();
    try (LoopbackProxy proxy = LoopbackProxy.underAnotherName(port)) {
      String file =
          """
          streamUris: ["rabbitmq-stream+tls://guest:guest@%s"]
          tls: {ca: "${brokers.tlsCa}", verifyHostname: %s}
          connections: {loadBalancer: true}
          """;
      File verifying = cluster.file(file.formatted(proxy.address(), true));
      assertThatThrownBy(() -> new Bench<>(new RabbitMqStreamBenchmarkDriver(), verifying))
          .hasStackTraceContaining("No subject alternative names matching IP address 127.0.0.2");
      try (Bench<RabbitMqStreamBenchmarkDriver> bench =
          new Bench<>(
              new RabbitMqStreamBenchmarkDriver(),
              cluster.file(file.formatted(proxy.address(), false)))) {
        String topic = bench.topic(1);
        bench.consumer(topic, "sub", inbox);
        new Traffic().send(bench.producer(topic), 10);
        inbox.awaitDeliveries(10);
      }
    }
  }
}
