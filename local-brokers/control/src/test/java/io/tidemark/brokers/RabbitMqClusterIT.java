package io.tidemark.brokers;

/** The version that needs nothing but unpacked packages. */
class RabbitMqClusterIT extends RabbitMqClusterContract {
  RabbitMqClusterIT() {
    super("3.10");
  }
}
