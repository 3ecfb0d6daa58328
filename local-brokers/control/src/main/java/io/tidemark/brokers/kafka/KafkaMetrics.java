package io.tidemark.brokers.kafka;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.process.FreePorts;
import io.tidemark.brokers.process.Template;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Prometheus' JMX exporter in each node, with the metric names of Strimzi.
 *
 * @param ports of the nodes' pages, in their order
 */
record KafkaMetrics(Path agent, Path rules, List<Integer> ports) {
  private static final String RULES = "kafka-metrics.yaml";

  /** Empty unless the option {@code metrics} is set. */
  static Optional<KafkaMetrics> of(
      LocalBrokersHome home, ClusterDirectory directory, LocalClusterSpec spec) {
    if (!spec.values().metrics()) {
      return Optional.empty();
    }
    Path agent = KafkaJars.metricsAgent(home.requireKafkaLibs());
    directory.writeFile(RULES, Template.fill(RULES, Map.of()));
    return Optional.of(
        new KafkaMetrics(agent, directory.path().resolve(RULES), FreePorts.take(spec.nodes())));
  }

  /** The agent of a node, as {@code -javaagent} expects it. */
  String agent(int node) {
    return agent + "=127.0.0.1:" + ports.get(node - 1) + ":" + rules;
  }

  /** The pages, each with its node as the fragment. */
  String urls() {
    return IntStream.rangeClosed(1, ports.size())
        .mapToObj(node -> "http://127.0.0.1:" + ports.get(node - 1) + "/metrics#node-" + node)
        .collect(Collectors.joining(","));
  }
}
