package io.tidemark.brokers;

/** The version that runs in a root of its own. */
class RabbitMq4ClusterIT extends RabbitMqClusterContract {
  RabbitMq4ClusterIT() {
    super("4");
  }
}
