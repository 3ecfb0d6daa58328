package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.LoopbackProxy;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;

class StreamTlsIT extends OneStreamNode {
  @Test
  void sendsAndReceivesOverVerifiedTls() throws Exception {
    String tls =
        """
        streamUris: ["${brokers.tlsStreamUris}"]
        managementUris: ["${brokers.tlsManagementUris}"]
        tls: {trustStore: "${brokers.tlsTrustStore}", trustStorePassword: "${brokers.tlsStorePassword}"}
        """;
    try (Bench<RabbitMqStreamBenchmarkDriver> bench = benches.ofFile(tls)) {
      bench.assertDelivers(bench.topic(2), 1_000);
      assertThat(bench.driver().readTelemetry()).isNotEmpty();
    }
  }

  @Test
  void refusesABrokerThatTheMachineDoesNotTrust() {
    assertThatThrownBy(() -> benches.ofFile("streamUris: ['${brokers.tlsStreamUris}']"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:")
        .hasMessageContaining("certification path");
  }

  @Test
  void aCertificateForAnotherHostIsTakenOnlyWhenItsNameIsNotVerified() throws Exception {
    int port = URI.create(cluster.brokers().placeholders().get("tlsStreamUris")).getPort();
    try (LoopbackProxy proxy = LoopbackProxy.underAnotherName(port)) {
      String file =
          """
          streamUris: ["rabbitmq-stream+tls://guest:guest@%s"]
          tls: {ca: "${brokers.tlsCa}", verifyHostname: %s}
          connections: {loadBalancer: true}
          """;
      String verifying = file.formatted(proxy.address(), true);
      assertThatThrownBy(() -> benches.ofFile(verifying))
          .hasStackTraceContaining("No subject alternative names matching IP address 127.0.0.2");
      try (Bench<RabbitMqStreamBenchmarkDriver> bench =
          benches.ofFile(file.formatted(proxy.address(), false))) {
        bench.assertDelivers(bench.topic(1), 10);
      }
    }
  }
}
