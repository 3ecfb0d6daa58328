package io.tidemark.driver.rabbitmq.stream;

import io.tidemark.driver.rabbitmq.TestCluster;
import org.junit.jupiter.api.extension.RegisterExtension;

class StreamConformance4IT extends StreamConformance {
  @RegisterExtension static final TestCluster cluster = OneStreamNode.CLUSTER_4;

  StreamConformance4IT() {
    super(cluster);
  }
}
