package io.tidemark.brokers.kafka;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.process.ArgumentFile;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.ShellCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Formats the nodes' data directories. Kafka's own tool does it for node 1; the others get a copy
 * with their own ids, which saves a JVM start per node.
 */
record KafkaStorage(ClusterDirectory directory, KafkaJvm jvm) {
  private static final Duration FORMAT_DEADLINE = Duration.ofSeconds(60);

  /**
   * @param options of the tool's JVM
   * @param credential of a user to be made with it, in the tool's form
   */
  void format(int nodes, List<String> options, Optional<String> credential) {
    String clusterId = newId();
    Path properties = directory.node(1).directory().resolve("server.properties");
    try (ArgumentFile arguments =
        ArgumentFile.in(
            directory.path(), jvm.formatArguments(clusterId, properties, options, credential))) {
      new ShellCommand("format Kafka's storage", directory.path(), FORMAT_DEADLINE)
          .run(KafkaJvm.commandWith(arguments.path()));
    } catch (IOException e) {
      throw new LocalBrokerException(
          "cannot write the arguments of Kafka's storage tool in %s: %s"
              .formatted(directory.path(), e.getMessage()),
          e);
    }
    for (int node = 2; node <= nodes; node++) {
      copyTo(node, clusterId);
    }
  }

  private void copyTo(int node, String clusterId) {
    Path from = directory.node(1).directory().resolve("data");
    Path to = directory.node(node).directory().resolve("data");
    try {
      Files.createDirectories(to);
      Files.copy(from.resolve("bootstrap.checkpoint"), to.resolve("bootstrap.checkpoint"));
      String meta =
          "version=1\ncluster.id=%s\nnode.id=%s\ndirectory.id=%s\n"
              .formatted(clusterId, node, newId());
      Files.write(to.resolve("meta.properties"), meta.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new LocalBrokerException(
          "cannot write Kafka's storage in " + to + ": " + e.getMessage(), e);
    }
  }

  /** Kafka's form of a UUID. One that begins with a dash would look like an option to the tool. */
  private static String newId() {
    while (true) {
      UUID uuid = UUID.randomUUID();
      ByteBuffer bytes =
          ByteBuffer.allocate(16)
              .putLong(uuid.getMostSignificantBits())
              .putLong(uuid.getLeastSignificantBits());
      String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
      if (!id.startsWith("-")) {
        return id;
      }
    }
  }
}
