package io.tidemark.brokers;

/** The version that runs in a separate root. */
class RabbitMq4ClusterIT extends RabbitMqClusterContract {
  RabbitMq4ClusterIT() {
    super("4");
  }
}
