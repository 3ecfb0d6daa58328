package io.tidemark.brokers;

import java.nio.file.Path;
import java.util.List;

/** Makes the nodes of one cluster, as processes or as containers. Nothing is started. */
interface RabbitMqNodes {

  /** Where the nodes will be. */
  RabbitMqPlacement placement();

  /** The path under which the server sees a file of the cluster's directory. */
  Path visible(Path file);

  /** Names of processes that the nodes need beside them. */
  List<String> helpers();

  /** Makes all nodes. */
  void make(RabbitMqConfig config, RabbitMqOAuth oauth);
}
