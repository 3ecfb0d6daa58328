package io.tidemark.base.brokers;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The kinds of broker that can be started on this machine, with their versions. Their options are
 * in {@link BrokerOptions}.
 */
public enum BrokerKind {
  /**
   * Kafka, every node broker and controller at once. The first version is Tidemark's own; the
   * others are the last patches of earlier series.
   */
  KAFKA("kafka", "4.3.1,4.2.1,4.1.2,4.0.2,3.9.2", List.of("mirror-maker")),
  /**
   * RabbitMQ with the plugins management, stream, stream_management, prometheus, shovel,
   * shovel_management, federation and consistent_hash_exchange; mqtt if wanted.
   */
  RABBITMQ("rabbitmq", "4,3.10,4.3", List.of("shovel", "federation")),
  /** ActiveMQ Artemis, one broker: a JMS provider for tests without a queue manager. */
  JMS("jms", "2.50.0", List.of()),
  /** A broker that a command of the user starts: {@code docs/reference/local-brokers.md}. */
  COMMAND("command", "", List.of());

  /** Names of the placeholders for the files of a cluster with TLS. */
  public static final List<String> TLS_PLACEHOLDERS =
      List.of(
          "tlsCa", "tlsCertificate", "tlsKey", "tlsKeyStore", "tlsTrustStore", "tlsStorePassword");

  private final String key;
  private final String versions;
  private final List<String> replications;

  BrokerKind(String key, String versions, List<String> replications) {
    this.key = key;
    this.versions = versions;
    this.replications = replications;
  }

  /** Ways in which a cluster can receive the messages of another one of this kind. */
  public List<String> replications() {
    return replications;
  }

  /** The name users write: "kafka", "rabbitmq", "jms", "command". */
  public String key() {
    return key;
  }

  /** The versions that can be started; the first one is the default. Empty if it has none. */
  public List<String> versions() {
    return versions.isEmpty() ? List.of() : List.of(versions.split(",", -1));
  }

  /** Names of {@code LocalCluster.placeholders()} of every cluster of this kind. */
  public List<String> placeholders() {
    return switch (this) {
      case KAFKA -> List.of("bootstrap");
      case RABBITMQ ->
          List.of(
              "amqpUri",
              "amqpUris",
              "streamUris",
              "managementUris",
              "prometheusUris",
              "user",
              "password");
      case JMS -> List.of("url");
      case COMMAND -> List.of("host", "port", "addresses");
    };
  }

  /** Names of the placeholders that an option adds. */
  public List<String> placeholders(String option) {
    boolean kafka = this == KAFKA;
    return switch (option) {
      case "metrics" -> List.of("metricsUrls");
      case "mqtt" -> List.of("mqttUris");
      case "oauth2Key" -> kafka ? List.of("oauthBootstrap") : List.of();
      case "tls" ->
          kafka
              ? List.of("tlsBootstrap", "scramBootstrap", "scramUser", "scramPassword")
              : List.of("tlsAmqpUris", "tlsStreamUris", "tlsManagementUris");
      default -> List.of();
    };
  }

  /** The kind of that name, if there is one. */
  public static Optional<BrokerKind> named(String key) {
    return Arrays.stream(values()).filter(kind -> kind.key.equals(key)).findFirst();
  }

  /** Whether its nodes may be containers, for which the engine sets limits. */
  public boolean mayBeContainers() {
    return this == RABBITMQ;
  }

  public static String allowedKeys() {
    return Arrays.stream(values()).map(BrokerKind::key).collect(Collectors.joining(", "));
  }
}
