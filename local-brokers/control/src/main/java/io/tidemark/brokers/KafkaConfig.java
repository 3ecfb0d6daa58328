package io.tidemark.brokers;

import java.util.List;
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
    String secured = security.map(found -> found.listeners(node)).orElse("");
    return """
        process.roles=broker,controller
        node.id=%1$d
        controller.quorum.voters=%2$s
        listeners=PLAINTEXT://%3$s,CONTROLLER://%4$s%5$s
        advertised.listeners=PLAINTEXT://%3$s%5$s
        controller.listener.names=CONTROLLER
        listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT%6$s
        inter.broker.listener.name=PLAINTEXT
        log.dirs=%7$s
        """
            .formatted(
                node,
                voters,
                address(node),
                controllerAddress(node),
                secured,
                security.map(KafkaSecurity::protocols).orElse(""),
                logDirectory)
        + security.map(KafkaSecurity::settings).orElse("")
        + replication()
        + timing();
  }

  private String replication() {
    return """
        default.replication.factor=%1$d
        min.insync.replicas=%2$d
        num.partitions=3
        offsets.topic.replication.factor=%1$d
        offsets.topic.num.partitions=3
        transaction.state.log.replication.factor=%1$d
        transaction.state.log.min.isr=%2$d
        transaction.state.log.num.partitions=3
        share.coordinator.state.topic.replication.factor=%1$d
        share.coordinator.state.topic.min.isr=%2$d
        share.coordinator.state.topic.num.partitions=3
        """
        .formatted(replicationFactor(), minInSyncReplicas());
  }

  private String timing() {
    return """
        broker.session.timeout.ms=%d
        broker.heartbeat.interval.ms=%d
        group.initial.rebalance.delay.ms=0
        num.network.threads=2
        num.io.threads=4
        background.threads=2
        log.cleaner.dedupe.buffer.size=2097152
        """
        .formatted(
            sessionTimeoutMillis, Math.max(100, sessionTimeoutMillis / HEARTBEATS_PER_SESSION));
  }
}
