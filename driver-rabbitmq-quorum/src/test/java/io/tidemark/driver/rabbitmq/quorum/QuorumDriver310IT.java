package io.tidemark.driver.rabbitmq.quorum;

/** The version of the published studies. */
class QuorumDriver310IT extends QuorumDriverContract {
  QuorumDriver310IT() {
    super("3.10");
  }
}
