package io.tidemark.brokers.kafka;

import io.tidemark.brokers.cluster.LocalCluster;
import java.util.Map;

/** What an option adds to the properties of every node. */
interface KafkaAddition {

  /** To be appended to the other listeners of a node. */
  default String listeners(int node) {
    return "";
  }

  /** These listeners with the addresses that clients use. */
  default String advertised(int node) {
    return "";
  }

  /** What else stands in the properties of the node. */
  String settings(int node);

  /** See {@link LocalCluster#placeholders()}. */
  default Map<String, String> placeholders() {
    return Map.of();
  }
}
