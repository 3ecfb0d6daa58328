package io.tidemark.driver.rabbitmq.quorum;

/** The version people run today. */
class QuorumDriver4IT extends QuorumDriverContract {
  QuorumDriver4IT() {
    super("4");
  }
}
