package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.brokers.LocalBrokers;
import io.tidemark.brokers.LocalBrokersHome;
import io.tidemark.brokers.LocalCluster;
import io.tidemark.brokers.LocalClusterSpec;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The kit against one node; faults and replication are KafkaDriverIT's. */
class KafkaConformanceIT extends BenchmarkDriverConformanceKit {
  @TempDir static Path state;
  private static LocalCluster cluster;

  @TempDir Path files;

  @BeforeAll
  static void startCluster() {
    cluster =
        LocalBrokers.start(
            LocalClusterSpec.of("kafka", 1),
            LocalBrokersHome.ofBuild().withStateDirectory(state),
            Duration.ofSeconds(60),
            line -> {});
  }

  @AfterAll
  static void stopCluster() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Override
  protected BenchmarkDriver newDriver() {
    return new KafkaBenchmarkDriver();
  }

  @Override
  protected File configuration() throws IOException {
    return file(cluster.placeholders().get("bootstrap"));
  }

  @Override
  protected Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(file("127.0.0.1:1"));
  }

  @Override
  protected Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(file("not an address"));
  }

  @Override
  protected Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("a name with spaces", 1));
  }

  private File file(String bootstrap) throws IOException {
    return Files.writeString(
            files.resolve("kafka.yaml"),
            """
            connectTimeout: 3s
            replicationFactor: 1
            commonConfig: |
              bootstrap.servers=%s
            producerConfig: |
              acks=all
              %s
            consumerConfig: |
              enable.auto.commit=false
              heartbeat.interval.ms=300
              %s
            """
                .formatted(bootstrap, producerProperty(), consumerProperty()))
        .toFile();
  }

  String producerProperty() {
    return "linger.ms=0";
  }

  String consumerProperty() {
    return "isolation.level=read_uncommitted";
  }
}
