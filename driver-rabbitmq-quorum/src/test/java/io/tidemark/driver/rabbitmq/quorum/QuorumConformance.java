package io.tidemark.driver.rabbitmq.quorum;

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

/** The kit against one node; faults and replication are {@link QuorumDriverContract}'s. */
abstract class QuorumConformance extends BenchmarkDriverConformanceKit {
  private final TestCluster cluster;

  QuorumConformance(TestCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public BenchmarkDriver newDriver() {
    return new RabbitMqQuorumBenchmarkDriver();
  }

  @Override
  public File configuration() throws IOException {
    return cluster.file(
        """
        amqpUris: ["${brokers.amqpUris}"]
        managementUris: ["${brokers.managementUris}"]
        """);
  }

  @Override
  public Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(
        cluster.file("amqpUris: ['amqp://127.0.0.1:1']\nconnections: {connectTimeout: 3s}"));
  }

  @Override
  public Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(cluster.file("amqpUris: ['http://127.0.0.1']"));
  }

  @Override
  public Optional<TopicInfo> impossibleTopic() {
    return Optional.of(new TopicInfo("amq.reserved-by-the-broker", 1));
  }

  @Override
  public Optional<File> prefetching(int messages) throws IOException {
    String text = Files.readString(configuration().toPath());
    return Optional.of(cluster.file(text + "prefetch: " + messages + "\n"));
  }

  @Override
  public Optional<ProxiedBroker> proxied(Path directory) throws IOException {
    int port = URI.create(cluster.brokers().placeholders().get("amqpUris")).getPort();
    String text = Files.readString(configuration().toPath()) + "connections: {closeTimeout: 1s}\n";
    return Optional.of(ProxiedBroker.open("127.0.0.1", port, text, directory));
  }
}
