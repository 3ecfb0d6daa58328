package io.tidemark.brokers.rabbitmq;

import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.Template;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The settings of a cluster.
 *
 * @param ports of node 1, 2, ..., as clients see them
 * @param listening the ports that the nodes listen on
 * @param memoryWatermark a size ("64MB") or a share of the machine's memory ("0.4")
 * @param tlsFiles the folder with ca.pem, server.pem, server.key, as the server sees it; empty for
 *     no TLS
 * @param formsUnderLock whether the nodes of this version form the cluster one after another
 * @param placement where the nodes are
 * @param oauthKey PEM file with the public key of tokens that log in, too, as the server sees it:
 *     RS256, resource server "rabbitmq"; empty for no such logins
 * @param refusesDeprecated whether a node of version 4 refuses deprecated features
 * @param hasMqtt whether the nodes have the plug-in for MQTT
 */
record RabbitMqConfig(
    List<RabbitMqPorts> ports,
    List<RabbitMqPorts> listening,
    String memoryWatermark,
    Optional<Path> tlsFiles,
    boolean formsUnderLock,
    RabbitMqPlacement placement,
    Optional<Path> oauthKey,
    boolean refusesDeprecated,
    boolean hasMqtt) {

  /** Several nodes on few cores: an idle scheduler that spins takes the time another node needs. */
  static final String IDLE_WITHOUT_SPINNING = "+sbwt none +sbwtdcpu none +sbwtdio none";

  /**
   * A node that does not answer for this long counts as gone. RabbitMQ's own value is 60 s, longer
   * than most partitions of a test.
   */
  private static final String SHORT_TICK_TIME = " -kernel net_ticktime 8";

  /** Version 4.0 permits both unless configured otherwise, 4.3 only the second. */
  private static final List<String> DEPRECATED = List.of("global_qos", "transient_nonexcl_queues");

  static final String USER = "guest";
  static final String PASSWORD = "guest";

  /** The key's name in the directory of the cluster. */
  static final String OAUTH_KEY = "oauth2-key.pem";

  private static final String ENABLED_PLUGINS =
      "[rabbitmq_management,rabbitmq_stream,rabbitmq_stream_management,rabbitmq_prometheus,rabbitmq_shovel,rabbitmq_shovel_management,rabbitmq_federation,rabbitmq_consistent_hash_exchange";
  private static final int NODES_WITH_A_MAJORITY = 3;

  /** The file of that name. */
  String enabledPlugins() {
    return ENABLED_PLUGINS
        + (hasTls() ? ",rabbitmq_auth_mechanism_ssl" : "")
        + (hasMqtt ? ",rabbitmq_mqtt" : "")
        + (oauthKey.isPresent() ? ",rabbitmq_auth_backend_oauth2" : "")
        + "].\n";
  }

  /** For the Erlang machine. */
  String erlangArguments() {
    return IDLE_WITHOUT_SPINNING + (placement == RabbitMqPlacement.PROXIED ? SHORT_TICK_TIME : "");
  }

  boolean hasTls() {
    return tlsFiles.isPresent();
  }

  /** rabbitmq.conf of one node. */
  String file(int node) {
    RabbitMqPorts own = ports.get(node - 1);
    RabbitMqPorts inside = listening.get(node - 1);
    String watermarkKind = memoryWatermark.endsWith("B") ? "absolute" : "relative";
    StringBuilder text = new StringBuilder();
    text.append(
        Template.fill(
            "rabbitmq.conf",
            Map.of(
                "address", placement.listensOn(),
                "amqp", inside.amqp(),
                "management", inside.management(),
                "prometheus", inside.prometheus(),
                "stream", inside.stream(),
                "publishedStream", own.stream(),
                "partitionHandling",
                    ports.size() < NODES_WITH_A_MAJORITY ? "ignore" : "pause_minority",
                "watermark", watermarkKind + " = " + memoryWatermark)));
    for (int peer = 1; peer <= ports.size(); peer++) {
      text.append(String.format(Locale.ROOT, "cluster_formation.classic_config.nodes.%d = ", peer))
          .append(placement.nodeName(peer))
          .append('\n');
    }
    if (placement == RabbitMqPlacement.CONTAINERS) {
      // A client of this machine comes from an address that a container does not take for its own.
      text.append("loopback_users.guest = false\n");
    }
    if (formsUnderLock) {
      text.append("cluster_formation.discovery_retry_limit = 2\n");
      text.append("cluster_formation.discovery_retry_interval = 200\n");
    }
    if (refusesDeprecated) {
      for (String feature : DEPRECATED) {
        text.append("deprecated_features.permit.").append(feature).append(" = false\n");
      }
    }
    if (hasMqtt) {
      text.append(mqtt(inside));
    }
    return text
        + tlsFiles.map(folder -> tls(own, inside, folder)).orElse("")
        + oauthKey.map(key -> Template.fill("rabbitmq-oauth2.conf", Map.of("key", key))).orElse("");
  }

  /** The sessions of a cluster are as safe as its queues: replicated, if it has a majority. */
  private String mqtt(RabbitMqPorts inside) {
    boolean replicated = ports.size() >= NODES_WITH_A_MAJORITY;
    String plain = "mqtt.listeners.tcp.1 = " + placement.listensOn() + ":" + inside.mqtt() + "\n";
    String tls = "mqtt.listeners.ssl.1 = " + placement.listensOn() + ":" + inside.mqttTls() + "\n";
    return plain + (hasTls() ? tls : "") + (replicated ? "mqtt.durable_queue_type = quorum\n" : "");
  }

  private String tls(RabbitMqPorts own, RabbitMqPorts inside, Path folder) {
    return Template.fill(
        "rabbitmq-tls.conf",
        Map.of(
            "address", placement.listensOn(),
            "amqp", inside.amqpTls(),
            "management", inside.managementTls(),
            "stream", inside.streamTls(),
            "publishedStream", own.streamTls(),
            "folder", folder));
  }

  /** What {@link LocalCluster#placeholders()} promises, without the TLS files. */
  Map<String, String> placeholders() {
    Map<String, String> found = new TreeMap<>();
    String login = USER + ":" + PASSWORD + "@127.0.0.1:";
    found.put("amqpUri", "amqp://" + login + ports.get(0).amqp());
    found.put("amqpUris", list(own -> "amqp://" + login + own.amqp()));
    found.put("streamUris", list(own -> "rabbitmq-stream://" + login + own.stream()));
    found.put("managementUris", list(own -> "http://127.0.0.1:" + own.management()));
    found.put("prometheusUris", list(own -> "http://127.0.0.1:" + own.prometheus() + "/metrics"));
    found.put("user", USER);
    found.put("password", PASSWORD);
    if (tlsFiles.isPresent()) {
      found.put("tlsAmqpUris", list(own -> "amqps://" + login + own.amqpTls()));
      found.put("tlsStreamUris", list(own -> "rabbitmq-stream+tls://" + login + own.streamTls()));
      found.put("tlsManagementUris", list(own -> "https://127.0.0.1:" + own.managementTls()));
    }
    if (hasMqtt) {
      found.put("mqttUris", list(own -> "mqtt://" + login + own.mqtt()));
    }
    if (hasMqtt && hasTls()) {
      found.put("tlsMqttUris", list(own -> "mqtts://" + login + own.mqttTls()));
    }
    return found;
  }

  private String list(Function<RabbitMqPorts, String> uri) {
    return ports.stream().map(uri).collect(Collectors.joining(","));
  }
}
