package io.tidemark.brokers.kafka;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.process.ArgumentFile;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.ShellCommand;
import io.tidemark.driver.FailureReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/**
 * Formats the nodes' data directories. Kafka's own tool does it once for an installation: its
 * records are those of every cluster without users, so a copy of them in the cache saves later
 * clusters the start of a JVM. A cluster with a user, or with other features, needs the tool, but
 * only for node 1.
 *
 * @param cached a copy of the records; it may not exist
 */
record KafkaStorage(ClusterDirectory directory, KafkaJvm jvm, Path cached) {
  private static final Duration FORMAT_DEADLINE = Duration.ofSeconds(60);
  private static final String RECORDS = "bootstrap.checkpoint";

  static KafkaStorage of(
      ClusterDirectory directory, KafkaJvm jvm, LocalBrokersHome home, KafkaJars jars) {
    Path cached = home.cacheDirectory().resolve("kafka-" + jars.key() + ".checkpoint");
    return new KafkaStorage(directory, jvm, cached);
  }

  /**
   * @param options of the tool's JVM
   * @param additions what the records have in addition to the tool's defaults
   */
  void format(int nodes, List<String> options, KafkaJvm.Additions additions) {
    String clusterId = newId();
    if (additions.isEmpty() && Files.isReadable(cached)) {
      writeAll(1, nodes, clusterId, cached);
      return;
    }
    runTool(clusterId, options, additions);
    Path records = data(1).resolve(RECORDS);
    writeAll(2, nodes, clusterId, records);
    if (additions.isEmpty()) {
      keep(records);
    }
  }

  private void runTool(String clusterId, List<String> options, KafkaJvm.Additions additions) {
    Path properties = directory.node(1).directory().resolve("server.properties");
    try (ArgumentFile arguments =
        ArgumentFile.in(
            directory.path(), jvm.formatArguments(clusterId, properties, options, additions))) {
      new ShellCommand("format Kafka's storage", directory.path(), FORMAT_DEADLINE)
          .run(KafkaJvm.commandWith(arguments.path()));
    } catch (IOException e) {
      throw new LocalBrokerException(
          "cannot write the arguments of Kafka's storage tool in %s: %s"
              .formatted(directory.path(), e.getMessage()),
          e);
    }
  }

  /** Several may do so at once; the last one stays. */
  private void keep(Path records) {
    Path written = cached.resolveSibling("unfinished-" + UUID.randomUUID() + ".checkpoint");
    try {
      Files.createDirectories(cached.getParent());
      Files.copy(records, written);
      Files.move(written, cached, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      // A cache that cannot be written only makes the next start slower.
    }
  }

  private void writeAll(int first, int last, String clusterId, Path records) {
    for (int node = first; node <= last; node++) {
      write(node, clusterId, records);
    }
  }

  private void write(int node, String clusterId, Path records) {
    Path to = data(node);
    try {
      Files.createDirectories(to);
      Files.copy(records, to.resolve(RECORDS));
      String meta =
          "version=1\ncluster.id=%s\nnode.id=%s\ndirectory.id=%s\n"
              .formatted(clusterId, node, newId());
      Files.writeString(to.resolve("meta.properties"), meta);
    } catch (IOException e) {
      throw new LocalBrokerException(
          "cannot write Kafka's storage in " + to + ": " + FailureReason.ofFile(e), e);
    }
  }

  private Path data(int node) {
    return directory.node(node).directory().resolve("data");
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
