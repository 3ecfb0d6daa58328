package io.tidemark.driver.rabbitmq.quorum;

import io.tidemark.driver.rabbitmq.TestCluster;
import java.io.File;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The kit over AMQP 1.0, against one node; nodes are lost in {@link Amqp10DriverIT}. */
class Amqp10ConformanceIT extends QuorumConformance {
  @RegisterExtension static final TestCluster cluster = OneQuorumNode.CLUSTER_4;

  Amqp10ConformanceIT() {
    super(cluster);
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
}
