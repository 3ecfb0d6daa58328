package io.tidemark.driver.rabbitmq.stream;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import java.io.File;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The kit against one node; faults and replication are StreamDriver310IT's. */
class StreamConformanceIT extends BenchmarkDriverConformanceKit {
  @RegisterExtension static final TestCluster cluster = OneStreamNode.CLUSTER;

  @Override
  protected BenchmarkDriver newDriver() {
    return new RabbitMqStreamBenchmarkDriver();
  }

  @Override
  protected File configuration() throws IOException {
    return cluster.file(
        """
        streamUris: ["${brokers.streamUris}"]
        managementUris: ["${brokers.managementUris}"]
        """);
  }

  @Override
  protected Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(
        cluster.file(
            "streamUris: ['rabbitmq-stream://127.0.0.1:1']\nconnections: {rpcTimeout: 3s}"));
  }

  @Override
  protected Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(cluster.file("streamUris: ['http://127.0.0.1']"));
  }

  @Override
  protected Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("without-partitions", 0));
  }
}
