package io.tidemark.brokers;

/** Where the nodes of a RabbitMQ cluster come from: a server on this machine, or an image. */
interface RabbitMqSource {

  /** In a few words, for a human. */
  String description();

  /** Makes the nodes of a cluster. */
  RabbitMqNodes nodes(ClusterDirectory directory);
}
