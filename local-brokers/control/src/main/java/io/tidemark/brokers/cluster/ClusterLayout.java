package io.tidemark.brokers.cluster;

import io.tidemark.base.brokers.BrokerKind;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The data of a cluster that other programs need to control it.
 *
 * @param kind which broker
 * @param version as asked for
 * @param addresses main listener of each node, in order
 * @param helpers names of processes that the nodes need beside them, started before and stopped
 *     after them
 * @param placeholders see {@link LocalCluster#placeholders()}
 * @param keepData whether the directory stays after the end
 */
public record ClusterLayout(
    BrokerKind kind,
    String version,
    List<String> addresses,
    List<String> helpers,
    Map<String, String> placeholders,
    boolean keepData) {
  private static final String PLACEHOLDER = "placeholder.";

  public ClusterLayout {
    addresses = List.copyOf(addresses);
    helpers = List.copyOf(helpers);
    placeholders = Map.copyOf(placeholders);
  }

  public List<Integer> numbers() {
    return IntStream.rangeClosed(1, addresses.size()).boxed().toList();
  }

  ClusterLayout withVersion(String other) {
    return new ClusterLayout(kind, other, addresses, helpers, placeholders, keepData);
  }

  Properties toProperties() {
    Properties properties = new Properties();
    properties.setProperty("kind", kind.key());
    properties.setProperty("version", version);
    properties.setProperty("addresses", String.join(",", addresses));
    properties.setProperty("helpers", String.join(",", helpers));
    properties.setProperty("keepData", Boolean.toString(keepData));
    placeholders.forEach((name, value) -> properties.setProperty(PLACEHOLDER + name, value));
    return properties;
  }

  static ClusterLayout of(Properties properties) {
    Map<String, String> placeholders = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith(PLACEHOLDER)) {
        placeholders.put(name.substring(PLACEHOLDER.length()), properties.getProperty(name));
      }
    }
    return new ClusterLayout(
        BrokerKind.named(properties.getProperty("kind")).orElseThrow(),
        properties.getProperty("version"),
        list(properties.getProperty("addresses")),
        list(properties.getProperty("helpers")),
        placeholders,
        Boolean.parseBoolean(properties.getProperty("keepData")));
  }

  private static List<String> list(String joined) {
    return joined.isEmpty() ? List.of() : List.of(joined.split(",", -1));
  }
}
