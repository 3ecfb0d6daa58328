package io.tidemark.driver.rabbitmq.stream;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.rabbitmq.TestCluster;
import io.tidemark.driver.testkit.BenchmarkDriverConformanceKit;
import io.tidemark.driver.testkit.ProxiedBroker;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The kit against one node; faults and replication are {@link StreamDriverContract}'s. */
abstract class StreamConformance extends BenchmarkDriverConformanceKit {
  private final TestCluster cluster;

  StreamConformance(TestCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public BenchmarkDriver newDriver() {
    return new RabbitMqStreamBenchmarkDriver();
  }

  @Override
  public File configuration() throws IOException {
    return cluster.file(
        """
        streamUris: ["${brokers.streamUris}"]
        managementUris: ["${brokers.managementUris}"]
        """);
  }

  /** The kit on other brokers tries more. */
  @Override
  public int messages() {
    return 1_000;
  }

  @Override
  public Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(
        cluster.file(
            "streamUris: ['rabbitmq-stream://127.0.0.1:1']\nconnections: {rpcTimeout: 3s}"));
  }

  @Override
  public Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(cluster.file("streamUris: ['http://127.0.0.1']"));
  }

  @Override
  public Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("without-partitions", 0));
  }

  /** The node advertises its own address, so the client must ignore it. */
  @Override
  public Optional<ProxiedBroker> proxied(Path directory) throws IOException {
    int port = URI.create(cluster.brokers().placeholders().get("streamUris")).getPort();
    String text =
        Files.readString(configuration().toPath())
            + "connections: {loadBalancer: true, closeTimeout: 1s}\n";
    return Optional.of(ProxiedBroker.open("127.0.0.1", port, text, directory));
  }
}
