package io.tidemark.brokers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The settings of a cluster.
 *
 * @param ports of node 1, 2, ..., as clients see them
 * @param memoryWatermark a size ("64MB") or a share of the machine's memory ("0.4")
 * @param tlsFiles the folder with ca.pem, server.pem, server.key, as the server sees it; empty for
 *     no TLS
 * @param formsUnderLock whether the nodes of this version form the cluster one after another
 * @param placement where the nodes are
 */
record RabbitMqConfig(
    List<RabbitMqPorts> ports,
    String memoryWatermark,
    Optional<Path> tlsFiles,
    boolean formsUnderLock,
    RabbitMqPlacement placement) {

  /** Several nodes on few cores: an idle scheduler that spins takes the time another node needs. */
  static final String IDLE_WITHOUT_SPINNING = "+sbwt none +sbwtdcpu none +sbwtdio none";

  static final String DEFAULT_WATERMARK = "1GB";
  static final String USER = "guest";
  static final String PASSWORD = "guest";
  static final String ENABLED_PLUGINS =
      "[rabbitmq_management,rabbitmq_stream,rabbitmq_stream_management,rabbitmq_prometheus,rabbitmq_shovel,rabbitmq_shovel_management,rabbitmq_consistent_hash_exchange].\n";
  private static final int NODES_WITH_A_MAJORITY = 3;

  /** What the name of a node begins with, wherever it is. */
  static String nodeNamePrefix(int node) {
    return "rabbit" + node + "@";
  }

  /** The file of that name. */
  String enabledPlugins() {
    return hasTls()
        ? ENABLED_PLUGINS.replace("].", ",rabbitmq_auth_mechanism_ssl].")
        : ENABLED_PLUGINS;
  }

  boolean hasTls() {
    return tlsFiles.isPresent();
  }

  /** rabbitmq.conf of one node. */
  String file(int node) {
    StringBuilder text = new StringBuilder();
    settings(node)
        .forEach((key, value) -> text.append(key).append(" = ").append(value).append('\n'));
    return text.toString();
  }

  private Map<String, String> settings(int node) {
    RabbitMqPorts own = ports.get(node - 1);
    RabbitMqPorts inside = placement.inside(own);
    String address = placement.listensOn();
    Map<String, String> settings = new TreeMap<>();
    if (placement == RabbitMqPlacement.CONTAINERS) {
      // A client of this machine comes from an address that a container does not take for its own.
      settings.put("loopback_users.guest", "false");
    }
    settings.put("listeners.tcp.1", address + ":" + inside.amqp());
    settings.put("management.tcp.ip", address);
    settings.put("management.tcp.port", "" + inside.management());
    settings.put("prometheus.tcp.ip", address);
    settings.put("prometheus.tcp.port", "" + inside.prometheus());
    settings.put("stream.listeners.tcp.1", address + ":" + inside.stream());
    // Not "localhost": to the stream client that name means a load balancer or a development
    // machine.
    settings.put("stream.advertised_host", "127.0.0.1");
    settings.put("stream.advertised_port", "" + own.stream());
    settings.put("cluster_formation.peer_discovery_backend", "classic_config");
    for (int peer = 1; peer <= ports.size(); peer++) {
      settings.put("cluster_formation.classic_config.nodes." + peer, placement.nodeName(peer));
    }
    settings.put(
        "cluster_partition_handling",
        ports.size() < NODES_WITH_A_MAJORITY ? "ignore" : "pause_minority");
    if (formsUnderLock) {
      settings.put("cluster_formation.discovery_retry_limit", "2");
      settings.put("cluster_formation.discovery_retry_interval", "200");
    }
    settings.put("collect_statistics_interval", "1000");
    settings.put(
        "vm_memory_high_watermark." + (memoryWatermark.endsWith("B") ? "absolute" : "relative"),
        memoryWatermark);
    settings.put("disk_free_limit.absolute", "50MB");
    settings.put("log.console.level", "info");
    tlsFiles.ifPresent(folder -> addTls(settings, address, own, inside, folder));
    return settings;
  }

  private static void addTls(
      Map<String, String> settings,
      String address,
      RabbitMqPorts own,
      RabbitMqPorts inside,
      Path folder) {
    settings.put("listeners.ssl.1", address + ":" + inside.amqpTls());
    settings.put("stream.listeners.ssl.1", address + ":" + inside.streamTls());
    settings.put("stream.advertised_tls_host", "127.0.0.1");
    settings.put("stream.advertised_tls_port", "" + own.streamTls());
    // A client's certificate logs in the user of its common name.
    settings.put("auth_mechanisms.1", "PLAIN");
    settings.put("auth_mechanisms.2", "AMQPLAIN");
    settings.put("auth_mechanisms.3", "EXTERNAL");
    settings.put("ssl_cert_login_from", "common_name");
    settings.put("management.ssl.ip", address);
    settings.put("management.ssl.port", "" + inside.managementTls());
    for (String prefix : List.of("ssl_options.", "management.ssl.")) {
      settings.put(prefix + "cacertfile", folder.resolve("ca.pem").toString());
      settings.put(prefix + "certfile", folder.resolve("server.pem").toString());
      settings.put(prefix + "keyfile", folder.resolve("server.key").toString());
      settings.put(prefix + "verify", "verify_peer");
      // A client may show a certificate; the wrong one is refused.
      settings.put(prefix + "fail_if_no_peer_cert", "false");
    }
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
    return found;
  }

  private String list(Function<RabbitMqPorts, String> uri) {
    return ports.stream().map(uri).collect(Collectors.joining(","));
  }
}
