package io.tidemark.driver.rabbitmq.quorum;

import io.tidemark.driver.rabbitmq.TestCluster;
import org.junit.jupiter.api.extension.RegisterExtension;

class QuorumConformance4IT extends QuorumConformance {
  @RegisterExtension static final TestCluster cluster = OneQuorumNode.CLUSTER_4;

  QuorumConformance4IT() {
    super(cluster);
  }
}
