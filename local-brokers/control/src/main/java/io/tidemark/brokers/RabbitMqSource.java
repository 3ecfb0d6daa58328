package io.tidemark.brokers;

/** The source of a RabbitMQ cluster: a server on this machine, or an image. */
interface RabbitMqSource {

  /** In a few words, for a human. */
  String description();

  /** Makes the nodes of a cluster. */
  RabbitMqNodes nodes(ClusterDirectory directory);
}
