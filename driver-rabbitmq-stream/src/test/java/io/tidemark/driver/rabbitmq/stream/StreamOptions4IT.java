package io.tidemark.driver.rabbitmq.stream;

import io.tidemark.driver.rabbitmq.TestCluster;
import org.junit.jupiter.api.extension.RegisterExtension;

class StreamOptions4IT extends StreamOptionsContract {
  @RegisterExtension static final TestCluster cluster = OneStreamNode.CLUSTER_4;

  StreamOptions4IT() {
    super(cluster);
  }
}
