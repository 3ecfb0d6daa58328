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
import org.junit.jupiter.api.extension.RegisterExtension;

/** The kit over AMQP 1.0, against one node; nodes are lost in {@link Amqp10DriverIT}. */
class Amqp10ConformanceIT extends BenchmarkDriverConformanceKit {
  @RegisterExtension static final TestCluster cluster = OneQuorumNode.CLUSTER_4;

  @Override
  public BenchmarkDriver newDriver() {
    return new RabbitMqQuorumBenchmarkDriver();
  }

  @Override
  public File configuration() throws IOException {
    return cluster.file(
        """
        protocol: amqp10
        amqpUris: ["${brokers.amqpUris}"]
        managementUris: ["${brokers.managementUris}"]
        """);
  }

  /** The queues are those of {@link QuorumConformance4IT}. */
  @Override
  public int messages() {
    return 1_000;
  }

  @Override
  public Optional<File> unreachableConfiguration() throws IOException {
    return Optional.of(
        cluster.file(
            "protocol: amqp10\namqpUris: ['amqp://127.0.0.1:1']\n"
                + "connections: {connectTimeout: 3s}"));
  }

  @Override
  public Optional<File> wrongConfiguration() throws IOException {
    return Optional.of(
        cluster.file("protocol: amqp10\nconfirms: none\namqpUris: ['amqp://127.0.0.1']"));
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
    String first = cluster.brokers().placeholders().get("amqpUris").split(",", 2)[0];
    String text =
        Files.readString(configuration().toPath())
                .replace(cluster.brokers().placeholders().get("amqpUris"), first)
            + "connections: {closeTimeout: 1s}\n";
    return Optional.of(
        ProxiedBroker.open("127.0.0.1", URI.create(first).getPort(), text, directory));
  }
}
