package io.tidemark.cli.brokers;

import io.tidemark.brokers.LocalCluster;
import java.util.Map;

/** What to write into a driver file to use a running cluster. */
final class DriverSnippet {
  private DriverSnippet() {}

  static String of(LocalCluster cluster) {
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
              # streams: %s
              """
                  .formatted(values.get("amqpUris").replace(",", ", "), values.get("streamUris"));
          default -> "# " + values;
        };
    return "\nIn a driver file, instead of localBrokers:\n" + snippet.indent(2).stripTrailing();
  }
}
