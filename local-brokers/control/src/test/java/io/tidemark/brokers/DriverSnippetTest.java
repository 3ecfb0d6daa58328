package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.brokers.cluster.LocalCluster;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DriverSnippetTest {
  private static final Map<String, String> TLS =
      Map.of(
          "tlsCa", "/tls/ca.pem",
          "tlsKeyStore", "/tls/client.p12",
          "tlsTrustStore", "/tls/truststore.p12",
          "tlsStorePassword", "secret");

  private static String snippet(String kind, Map<String, String> own, Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(own);
    all.putAll(more);
    Map<String, Object> answers = Map.of("kind", kind, "placeholders", all);
    return DriverSnippet.of(
        (LocalCluster)
            Proxy.newProxyInstance(
                LocalCluster.class.getClassLoader(),
                new Class<?>[] {LocalCluster.class},
                (proxy, method, arguments) -> answers.get(method.getName())));
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
