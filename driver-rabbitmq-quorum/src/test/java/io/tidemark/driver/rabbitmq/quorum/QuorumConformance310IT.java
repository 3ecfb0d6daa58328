package io.tidemark.driver.rabbitmq.quorum;

import io.tidemark.driver.rabbitmq.TestCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("release")
class QuorumConformance310IT extends QuorumConformance {
  @RegisterExtension static final TestCluster cluster = OneQuorumNode.CLUSTER_310;

  QuorumConformance310IT() {
    super(cluster);
  }
}
