package io.tidemark.brokers;

import io.tidemark.brokers.cluster.LocalCluster;
import java.util.Map;

/** What to write into a driver file to use a running cluster. */
public final class DriverSnippet {
  private DriverSnippet() {}

  public static String of(LocalCluster cluster) {
    Map<String, String> values = cluster.placeholders();
    String snippet =
        switch (cluster.kind()) {
          case "kafka" ->
              """
              commonConfig: |
                bootstrap.servers=%s
              """
                  .formatted(values.get("bootstrap"));
          case "rabbitmq" ->
              """
              amqpUris: [%s]
              managementUris: [%s]
              # or, with the driver for streams, in the place of amqpUris:
              # streamUris: [%s]
              """
                  .formatted(
                      listed(values, "amqpUris"),
                      listed(values, "managementUris"),
                      listed(values, "streamUris"));
          case "jms" ->
              """
              provider: artemis
              brokerUrl: %s
              """
                  .formatted(values.get("url"));
          default -> "# " + values;
        };
    return "\nIn a driver file, instead of localBrokers:\n"
        + snippet.indent(2).stripTrailing()
        + (values.containsKey("tlsCa") ? overTls(cluster.kind(), values) : "");
  }

  private static String overTls(String kind, Map<String, String> values) {
    String snippet =
        switch (kind) {
          case "kafka" ->
              """
              commonConfig: |
                bootstrap.servers=%s
                security.protocol=SSL
                ssl.truststore.type=PEM
                ssl.truststore.location=%s
                ssl.keystore.type=PKCS12
                ssl.keystore.location=%s
                ssl.keystore.password=%s
              # or, with a user, bootstrap.servers=%s as in driver-kafka-strimzi/local-scram.yaml
              """
                  .formatted(
                      values.get("tlsBootstrap"),
                      values.get("tlsCa"),
                      values.get("tlsKeyStore"),
                      values.get("tlsStorePassword"),
                      values.get("scramBootstrap"));
          case "rabbitmq" ->
              """
              amqpUris: [%s]
              managementUris: [%s]
              tls:
                trustStore: %s
                trustStorePassword: %s
              # or, with the driver for streams, in the place of amqpUris:
              # streamUris: [%s]
              """
                  .formatted(
                      listed(values, "tlsAmqpUris"),
                      listed(values, "managementUris"),
                      values.get("tlsTrustStore"),
                      values.get("tlsStorePassword"),
                      listed(values, "tlsStreamUris"));
          default -> "# " + values;
        };
    return "\n\nThe same over TLS:\n" + snippet.indent(2).stripTrailing();
  }

  private static String listed(Map<String, String> values, String key) {
    return values.getOrDefault(key, "").replace(",", ", ");
  }
}
