package io.tidemark.driver.rabbitmq.quorum;

import io.tidemark.brokers.LocalClusterSpec;
import io.tidemark.driver.rabbitmq.TestCluster;

/** One node of 3.10, plain and over TLS, for every test class that needs no more. */
final class OneQuorumNode {
  static final TestCluster CLUSTER =
      TestCluster.shared(
          LocalClusterSpec.of("rabbitmq", 1).withVersion("3.10").withOption("tls", "true"));

  private OneQuorumNode() {}
}
