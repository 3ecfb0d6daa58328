package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DriverSnippetTest {
  private static final Map<String, String> TLS =
      Map.of(
          "tlsCa", "/tls/ca.pem",
          "tlsKeyStore", "/tls/client.p12",
          "tlsTrustStore", "/tls/truststore.p12",
          "tlsStorePassword", "secret");

  private record Described(String kind, Map<String, String> placeholders) implements LocalCluster {
    @Override
    public String version() {
      return "1";
    }

    @Override
    public List<LocalNode> nodes() {
      return List.of();
    }

    @Override
    public OptionalInt numberOf(String name) {
      return OptionalInt.empty();
    }

    @Override
    public void kill(int node) {}

    @Override
    public void stop(int node) {}

    @Override
    public void restart(int node) {}

    @Override
    public void restartTogether(List<Integer> nodes) {}

    @Override
    public void freeze(int node) {}

    @Override
    public void resume(int node) {}

    @Override
    public boolean proxied() {
      return false;
    }

    @Override
    public void partition(int node) {}

    @Override
    public void delay(int node, Duration latency, Duration jitter) {}

    @Override
    public void resetConnections(int node) {}

    @Override
    public void heal(int node) {}

    @Override
    public void raiseMemoryAlarm(int node) {}

    @Override
    public void endMemoryAlarm(int node) {}

    @Override
    public void replicateFrom(LocalCluster source, String way, List<String> topics) {}

    @Override
    public OptionalLong diskBytes() {
      return OptionalLong.empty();
    }

    @Override
    public void close() {}
  }

  private static String snippet(String kind, Map<String, String> own, Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(own);
    all.putAll(more);
    return DriverSnippet.of(new Described(kind, all));
  }

  @Test
  void kafkaOverTlsShowsTheCertificateAndTheUsersListener() {
    Map<String, String> own =
        Map.of("bootstrap", "h:1", "tlsBootstrap", "h:2", "scramBootstrap", "h:3");
    assertThat(snippet("kafka", own, TLS))
        .contains("    bootstrap.servers=h:1\n", "The same over TLS:")
        .containsSubsequence("bootstrap.servers=h:2", "security.protocol=SSL", "/tls/ca.pem")
        .contains("ssl.keystore.location=/tls/client.p12", "bootstrap.servers=h:3");
    assertThat(snippet("kafka", own, Map.of())).contains("h:1").doesNotContain("TLS");
  }

  @Test
  void rabbitMqOverTlsTrustsTheClustersOwnAuthority() {
    Map<String, String> own =
        Map.of(
            "amqpUris", "amqp://a,amqp://b",
            "managementUris", "http://a",
            "streamUris", "rabbitmq-stream://a",
            "tlsAmqpUris", "amqps://a,amqps://b",
            "tlsStreamUris", "rabbitmq-stream+tls://a");
    assertThat(snippet("rabbitmq", own, TLS))
        .contains("  amqpUris: [amqps://a, amqps://b]\n", "    trustStore: /tls/truststore.p12\n")
        .contains("# streamUris: [rabbitmq-stream+tls://a]");
  }
}
