package io.tidemark.brokers.spec;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.base.brokers.BrokerOptions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What to start. An instance is always valid: the constructor refuses an unknown kind, version or
 * option and a value that cannot be meant with an {@link IllegalArgumentException} that names what
 * it got and what is allowed.
 *
 * @param kind the key of a {@link BrokerKind}
 * @param nodes 1 to 9
 * @param version one of {@link BrokerKind#versions()}; empty means the first of them. Any with
 *     Kafka in a named folder
 * @param options by name, see {@link BrokerOptions}
 */
public record LocalClusterSpec(
    String kind, int nodes, Optional<String> version, Map<String, String> options) {

  static final int MAX_NODES = 9;

  /** Validates and copies. */
  public LocalClusterSpec {
    Objects.requireNonNull(version, "version");
    Map<String, String> copy = Map.copyOf(options);
    options = copy;
    BrokerKind known =
        BrokerKind.named(kind)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "kind: unknown local broker, got '%s'; allowed %s"
                            .formatted(kind, BrokerKind.allowedKeys())));
    if (nodes < 1 || nodes > MAX_NODES) {
      throw new IllegalArgumentException("nodes: got " + nodes + "; allowed 1 to " + MAX_NODES);
    }
    if (known == BrokerKind.JMS && nodes > 1) {
      throw new IllegalArgumentException(
          "nodes: local jms is one broker without replicas, got " + nodes + "; allowed 1");
    }
    version.ifPresent(
        wanted -> {
          boolean named = known == BrokerKind.KAFKA && copy.containsKey("home");
          if (!named && !known.versions().contains(wanted)) {
            throw new IllegalArgumentException(
                "version: %s '%s' cannot be started here; allowed %s"
                    .formatted(
                        known.key(),
                        wanted,
                        known.versions().isEmpty() ? "none" : String.join(", ", known.versions())));
          }
        });
    ClusterOptions.check(known, options);
  }

  /** A cluster of the default version without options. */
  public static LocalClusterSpec of(String kind, int nodes) {
    return new LocalClusterSpec(kind, nodes, Optional.empty(), Map.of());
  }

  /**
   * A cluster of a driver file.
   *
   * @param settings the keys beside kind and nodes, {@code version} among them
   */
  public static LocalClusterSpec of(String kind, int nodes, Map<String, String> settings) {
    Map<String, String> options = new TreeMap<>(settings);
    Optional<String> version = Optional.ofNullable(options.remove("version"));
    return new LocalClusterSpec(kind, nodes, version, options);
  }

  /** The cluster with another version. */
  public LocalClusterSpec withVersion(String wanted) {
    return new LocalClusterSpec(kind, nodes, Optional.of(wanted), options);
  }

  /**
   * The cluster after an upgrade.
   *
   * @param folder of the new server; empty: it is found by its version
   */
  public LocalClusterSpec upgradedTo(String wanted, Optional<String> folder) {
    Map<String, String> others = new TreeMap<>(options);
    others.remove("home");
    folder.ifPresent(named -> others.put("home", named));
    return new LocalClusterSpec(kind, nodes, Optional.of(wanted), others);
  }

  /** One node without options, but with this server. */
  public LocalClusterSpec oneNodeOfTheSameServer() {
    Map<String, String> server = new TreeMap<>();
    values().home().ifPresent(folder -> server.put("home", folder));
    return new LocalClusterSpec(kind, 1, version, server);
  }

  /** The cluster with one more option. */
  public LocalClusterSpec withOption(String name, String value) {
    Map<String, String> more = new TreeMap<>(options);
    more.put(name, value);
    return new LocalClusterSpec(kind, nodes, version, more);
  }

  public BrokerKind brokerKind() {
    return BrokerKind.named(kind).orElseThrow();
  }

  /** The values of the options, with their defaults. */
  public BrokerOptions values() {
    return BrokerOptions.read(brokerKind(), options);
  }

  /** The names of {@code LocalCluster.placeholders()}, which are known before it starts. */
  public Set<String> placeholders() {
    Set<String> names = new TreeSet<>(brokerKind().placeholders());
    options.forEach(
        (option, value) -> {
          if (!value.equals("false")) {
            names.addAll(brokerKind().placeholders(option));
          }
        });
    if (values().tls()) {
      names.addAll(BrokerKind.TLS_PLACEHOLDERS);
    }
    if (values().tls() && values().mqtt()) {
      names.add("tlsMqttUris");
    }
    portNames().forEach(name -> names.add(name + "Addresses"));
    return names;
  }

  /** Names of further listeners of a broker that a command starts. */
  public List<String> portNames() {
    return values().ports().map(text -> List.of(text.split("\\s*,\\s*", -1))).orElse(List.of());
  }

  public String effectiveVersion() {
    return version.orElse(brokerKind().versions().stream().findFirst().orElse(""));
  }
}
