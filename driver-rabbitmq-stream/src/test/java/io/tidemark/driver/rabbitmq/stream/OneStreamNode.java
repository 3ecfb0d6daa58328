package io.tidemark.driver.rabbitmq.stream;

import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Benches;
import io.tidemark.driver.rabbitmq.TestCluster;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One node, plain and over TLS, for every test class that needs no more. */
@Timeout(180)
abstract class OneStreamNode {
  static final Duration SETTLED = Duration.ofSeconds(60);

  static final TestCluster CLUSTER_310 = node("3.10");
  static final TestCluster CLUSTER_4 = node(TestCluster.CURRENT);

  @RegisterExtension static final TestCluster cluster = CLUSTER_4;

  static final Benches<RabbitMqStreamBenchmarkDriver> benches =
      new Benches<>(cluster, RabbitMqStreamBenchmarkDriver::new, "streamUris", "rabbitmq-stream");

  private static TestCluster node(String version) {
    return TestCluster.shared(
        LocalClusterSpec.of("rabbitmq", 1).withVersion(version).withOption("tls", "true"));
  }

  static Bench<RabbitMqStreamBenchmarkDriver> bench(String yaml) throws Exception {
    return benches.with(yaml);
  }
}
