package io.tidemark.brokers;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The settings of a cluster whose nodes are broker and controller at once.
 *
 * @param brokerPorts of node 1, 2, ...
 * @param controllerPorts of node 1, 2, ...
 * @param sessionTimeoutMillis a broker silent for so long is fenced; it bounds how long producers
 *     with acks=all stall when one is killed, and how long a killed one that is restarted at once
 *     has to wait for its own old session
 * @param security the listeners with TLS; empty for none
 */
record KafkaConfig(
    List<Integer> brokerPorts,
    List<Integer> controllerPorts,
    int sessionTimeoutMillis,
    Optional<KafkaSecurity> security) {
  static final int DEFAULT_SESSION_TIMEOUT_MILLIS = 4000;
  private static final int HEARTBEATS_PER_SESSION = 8;

  int nodes() {
    return brokerPorts.size();
  }

  /** Three, where there are so many. */
  int replicationFactor() {
    return Math.min(3, nodes());
  }

  /** One broker may die without stopping producers. */
  int minInSyncReplicas() {
    return Math.max(1, replicationFactor() - 1);
  }

  String address(int node) {
    return "127.0.0.1:" + brokerPorts.get(node - 1);
  }

  String bootstrap() {
    return IntStream.rangeClosed(1, nodes())
        .mapToObj(this::address)
        .collect(Collectors.joining(","));
  }

  private String controllerAddress(int node) {
    return "127.0.0.1:" + controllerPorts.get(node - 1);
  }

  /** The properties file of one node. */
  String properties(int node, String logDirectory) {
    String voters =
        IntStream.rangeClosed(1, nodes())
            .mapToObj(n -> n + "@" + controllerAddress(n))
            .collect(Collectors.joining(","));
    Map<String, Object> values =
        Map.of(
            "node", node,
            "voters", voters,
            "address", address(node),
            "controller", controllerAddress(node),
            "secured", security.map(found -> found.listeners(node)).orElse(""),
            "folder", logDirectory,
            "replicas", replicationFactor(),
            "inSync", minInSyncReplicas(),
            "session", sessionTimeoutMillis,
            "heartbeat", Math.max(100, sessionTimeoutMillis / HEARTBEATS_PER_SESSION));
    return Template.fill("kafka-server.properties", values)
        + security.map(KafkaSecurity::settings).orElse("");
  }
}
