package io.tidemark.driver.rabbitmq.stream;

import io.tidemark.driver.rabbitmq.TestCluster;
import org.junit.jupiter.api.extension.RegisterExtension;

class StreamConformance310IT extends StreamConformance {
  @RegisterExtension static final TestCluster cluster = OneStreamNode.CLUSTER_310;

  StreamConformance310IT() {
    super(cluster);
  }
}
