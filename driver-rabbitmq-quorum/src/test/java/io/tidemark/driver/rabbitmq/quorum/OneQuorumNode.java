package io.tidemark.driver.rabbitmq.quorum;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.Benches;
import io.tidemark.driver.rabbitmq.TestCluster;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One node, plain and over TLS, for every test class that needs no more. */
@Timeout(180)
public abstract class OneQuorumNode {
  static final Duration SETTLED = Duration.ofSeconds(60);

  static final TestCluster CLUSTER_310 =
      TestCluster.shared(
          LocalClusterSpec.of("rabbitmq", 1).withVersion("3.10").withOption("tls", "true"));

  /** One node of the current version that refuses deprecated features. */
  static final TestCluster CLUSTER_4 =
      TestCluster.shared(
          LocalClusterSpec.of("rabbitmq", 1)
              .withVersion(TestCluster.CURRENT)
              .withOption("tls", "true")
              .withOption("refuseDeprecated", "true"));

  @RegisterExtension static final TestCluster cluster = CLUSTER_4;

  public static final Benches<RabbitMqQuorumBenchmarkDriver> benches =
      new Benches<>(cluster, RabbitMqQuorumBenchmarkDriver::new, "amqpUris", "amqp");

  static Bench<RabbitMqQuorumBenchmarkDriver> bench(String yaml) throws Exception {
    return benches.with(yaml);
  }

  /** A connection without the driver. */
  static Connection otherClient(TestCluster of) throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(of.brokers().placeholders().get("amqpUri"));
    return factory.newConnection();
  }
}
