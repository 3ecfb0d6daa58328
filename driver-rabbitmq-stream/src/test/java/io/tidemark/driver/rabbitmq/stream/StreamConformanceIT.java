package io.tidemark.driver.rabbitmq.stream;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.brokers.LocalClusterSpec;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The kit against one node; faults and replication are StreamDriver310IT's. */
class StreamConformanceIT extends BenchmarkDriverConformanceKit {
  @TempDir static Path directory;
  private static TestCluster cluster;

  @BeforeAll
  static void startCluster() throws IOException {
    cluster = TestCluster.start(LocalClusterSpec.of("rabbitmq", 1), directory);
  }

  @AfterAll
  static void stopCluster() {
    if (cluster != null) {
      cluster.close();
    }
  }

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
