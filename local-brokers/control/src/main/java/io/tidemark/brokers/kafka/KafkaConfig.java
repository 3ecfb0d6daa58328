package io.tidemark.brokers.kafka;

import io.tidemark.brokers.process.Template;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The settings of a cluster whose nodes are broker and controller at once.
 *
 * @param ports of its listeners
 * @param sessionTimeoutMillis a broker silent for so long is fenced; it bounds how long producers
 *     with acks=all stall when one is killed, and how long a killed one that is restarted at once
 *     has to wait for its own old session
 * @param additions of the cluster's options
 */
record KafkaConfig(KafkaPorts ports, int sessionTimeoutMillis, List<KafkaAddition> additions) {
  private static final int HEARTBEATS_PER_SESSION = 8;

  KafkaConfig {
    additions = List.copyOf(additions);
  }

  int nodes() {
    return ports.clients().size();
  }

  /** At most 3, and not more than there are nodes. */
  int replicationFactor() {
    return Math.min(3, nodes());
  }

  /** One broker may die without stopping producers. */
  int minInSyncReplicas() {
    return Math.max(1, replicationFactor() - 1);
  }

  /** Where clients find the node. */
  String address(int node) {
    return "127.0.0.1:" + ports.clients().get(node - 1);
  }

  String bootstrap() {
    return IntStream.rangeClosed(1, nodes())
        .mapToObj(this::address)
        .collect(Collectors.joining(","));
  }

  /** The properties file of one node. */
  String properties(int node, String logDirectory) {
    String voters =
        IntStream.rangeClosed(1, nodes())
            .mapToObj(n -> n + "@" + ports.controller(n))
            .collect(Collectors.joining(","));
    Map<String, Object> values =
        Map.of(
            "node",
            node,
            "voters",
            voters,
            "listeners",
            ports.listeners(node) + all(each -> each.listeners(node)),
            "advertised",
            ports.advertised(node, address(node)) + all(each -> each.advertised(node)),
            "interBroker",
            ports.interBrokerListener(),
            "folder",
            logDirectory,
            "replicas",
            replicationFactor(),
            "inSync",
            minInSyncReplicas(),
            "session",
            sessionTimeoutMillis,
            "heartbeat",
            Math.max(100, sessionTimeoutMillis / HEARTBEATS_PER_SESSION));
    return Template.fill("kafka-server.properties", values) + all(each -> each.settings(node));
  }

  private String all(Function<KafkaAddition, String> text) {
    return additions.stream().map(text).collect(Collectors.joining());
  }
}
