package io.tidemark.brokers.rabbitmq;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterProxy;
import java.nio.file.Path;
import java.util.List;

/** Makes the nodes of a RabbitMQ cluster: of a server on this machine, or of an image. */
interface RabbitMqSource {
  /** In a few words, for a human. */
  String description();

  /** Where the nodes will be, without proxies. */
  RabbitMqPlacement placement();

  /** The path under which a node sees a file of the cluster's directory. */
  Path visible(ClusterDirectory directory, Path file);

  /** Names of processes that the nodes need beside them. */
  List<String> helpers();

  /** Makes all nodes of a cluster; nothing is started. */
  void make(ClusterDirectory directory, RabbitMqConfig config, ClusterProxy proxy);
}
