package io.tidemark.brokers.spec;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The kinds of broker that can be started on this machine, with the versions and options each one
 * knows.
 */
public enum BrokerKind {
  /**
   * Kafka, every node broker and controller at once. Options: {@code heapMegabytes} (of each node,
   * default 256), {@code sessionTimeoutMillis} (after this long without a heartbeat a broker is
   * fenced; default 4000, Kafka's own default is 9000), {@code metrics} (true: each node has
   * Prometheus' JMX exporter), {@code tls} (true: a private CA, and beside the plain listener one
   * for clients with certificates and one for a user with SCRAM-SHA-512 over TLS), {@code
   * oauth2Key} (a PEM file: beside the plain listener one for tokens signed for it), {@code racks}
   * (true: each node is in its own rack, and consumers read from the rack of theirs), {@code proxy}
   * (true: clients reach the nodes, and nodes each other, through proxies, so that {@code
   * LocalCluster.partition} and similar faults are possible), {@code cpus} (CPU time of each node:
   * 0.5, 2), {@code keepData} (true: the private directory stays after the end).
   */
  KAFKA(
      "kafka",
      "4.3.1",
      "heapMegabytes,sessionTimeoutMillis,metrics,tls,oauth2Key,racks,proxy,cpus,keepData",
      List.of("mirror-maker")),
  /**
   * RabbitMQ with the plugins management, stream, stream_management, prometheus, shovel,
   * shovel_management, federation and consistent_hash_exchange. Options: {@code memoryWatermark}
   * ("64MB", absolute, or "0.4", a share of the machine's memory; default 1GB), {@code home} (an
   * installed server to be used, and no other, the folder with {@code sbin/rabbitmq-server}),
   * {@code tls} (true: a private CA, TLS listeners beside the plain ones, and a client's
   * certificate logs in the user of its common name), {@code oauth2Key} (a PEM file: tokens signed
   * for it log in, too), {@code refuseDeprecated} (version 4 refuses deprecated features), {@code
   * docker} (false: no Docker engine is looked for), {@code proxy} (not in containers), {@code
   * cpus}, {@code keepData}.
   */
  RABBITMQ(
      "rabbitmq",
      "3.10,4,4.3",
      "memoryWatermark,home,tls,oauth2Key,refuseDeprecated,docker,proxy,cpus,keepData",
      List.of("shovel", "federation")),
  /**
   * ActiveMQ Artemis, one broker: a JMS provider for tests without a queue manager. Options: {@code
   * heapMegabytes} (default 256), {@code forceToDisk} (whether durable messages are on disk before
   * they are acknowledged; default true), {@code proxy}, {@code cpus}, {@code keepData}.
   */
  JMS("jms", "2.50.0", "heapMegabytes,forceToDisk,proxy,cpus,keepData", List.of()),
  /**
   * A broker that a command of the user starts. Options: {@code start} (shell command that stays in
   * the foreground; the variables PORT, DATA and others are in {@code
   * docs/how-to/local-brokers.md}), {@code stop} (default: SIGTERM), {@code ready} (succeeds when
   * the node serves; default: all its ports accept connections), {@code ports} (names of further
   * listeners), {@code workingDirectory}, {@code readyTimeoutSeconds}, {@code proxy}, {@code cpus},
   * {@code keepData}.
   */
  COMMAND(
      "command",
      "",
      "start,stop,ready,ports,workingDirectory,readyTimeoutSeconds,proxy,cpus,keepData",
      List.of());

  /** Names of the placeholders for the files of a cluster with TLS. */
  static final List<String> TLS_PLACEHOLDERS =
      List.of(
          "tlsCa", "tlsCertificate", "tlsKey", "tlsKeyStore", "tlsTrustStore", "tlsStorePassword");

  private final String key;
  private final String versions;
  private final String options;
  private final List<String> replications;

  BrokerKind(String key, String versions, String options, List<String> replications) {
    this.key = key;
    this.versions = versions;
    this.options = options;
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

  /** The names of the options of this kind. */
  public List<String> options() {
    return List.of(options.split(",", -1));
  }

  /** Names of {@code LocalCluster.placeholders()} of every cluster of this kind. */
  List<String> placeholders() {
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

  /** Those that an option adds. */
  List<String> placeholders(String option) {
    boolean kafka = this == KAFKA;
    return switch (option) {
      case "metrics" -> List.of("metricsUrls");
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
  boolean mayBeContainers() {
    return this == RABBITMQ;
  }

  static String allowedKeys() {
    return Arrays.stream(values()).map(BrokerKind::key).collect(Collectors.joining(", "));
  }
}
