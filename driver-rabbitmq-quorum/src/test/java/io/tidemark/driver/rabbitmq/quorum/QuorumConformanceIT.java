package io.tidemark.driver.rabbitmq.quorum;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import java.io.File;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The kit against one node; faults and replication are QuorumDriverIT's. */
class QuorumConformanceIT extends BenchmarkDriverConformanceKit {
  @RegisterExtension static final TestCluster cluster = OneQuorumNode.CLUSTER;

  @Override
  protected BenchmarkDriver newDriver() {
    return new RabbitMqQuorumBenchmarkDriver();
  }

  @Override
  protected File configuration() throws IOException {
    return cluster.file(
        """
        amqpUris: ["${brokers.amqpUris}"]
        managementUris: ["${brokers.managementUris}"]
        """);
  }

  @Override
  protected Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(
        cluster.file("amqpUris: ['amqp://127.0.0.1:1']\nconnections: {connectTimeout: 3s}"));
  }

  @Override
  protected Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(cluster.file("amqpUris: ['http://127.0.0.1']"));
  }

  @Override
  protected Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("amq.reserved-by-the-broker", 1));
  }
}
