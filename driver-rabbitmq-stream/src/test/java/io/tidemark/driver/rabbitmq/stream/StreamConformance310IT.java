package io.tidemark.driver.rabbitmq.stream;

import io.tidemark.driver.rabbitmq.TestCluster;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("release")
class StreamConformance310IT extends StreamConformance {
  @RegisterExtension static final TestCluster cluster = OneStreamNode.CLUSTER_310;

  StreamConformance310IT() {
    super(cluster);
  }

  @Override
  public Map<String, String> knownViolations() {
    return Map.of(
        "8.8",
        "RabbitMQ before 3.11 does not share a subscription, so that no other worker may read it");
  }
}
