package io.tidemark.brokers;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterRecipe;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.kafka.KafkaArchive;
import io.tidemark.brokers.kafka.KafkaRecipe;
import io.tidemark.brokers.kafka.KafkaServers;
import io.tidemark.brokers.process.CacheLock;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Writes the archive of Kafka's classes ({@link KafkaArchive}).
 *
 * @param progress gets a line for a human now and then
 */
public record KafkaArchiveWriter(LocalBrokersHome home, Consumer<String> progress) {
  private static final Duration READY = Duration.ofMinutes(2);
  private static final Duration WRITTEN = Duration.ofMinutes(2);

  /** Makes that of Tidemark's own server unless it is there. */
  public Path make() {
    return make(LocalClusterSpec.of("kafka", 1));
  }

  /**
   * Makes that of a cluster's server unless it is there: a broker runs for some seconds and writes
   * it at its end. A server that is missing is installed.
   */
  public Path make(LocalClusterSpec wanted) {
    LocalClusterSpec server = wanted.oneNodeOfTheSameServer();
    KafkaServers servers = new KafkaServers(home, progress);
    Path file = KafkaArchive.file(home, servers.of(server));
    try {
      new CacheLock(file, "archives the classes of Kafka", progress)
          .makeOnce(() -> write(file, server));
    } catch (IOException e) {
      throw new LocalBrokerException(
          "cannot make the archive of Kafka's classes " + file + ": " + e, e);
    }
    return file;
  }

  /** A start without the archive is slower, and works. */
  void makeIfPossible(LocalClusterSpec wanted) {
    try {
      make(wanted);
    } catch (LocalBrokerException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      progress.accept(e.getMessage() + "; Kafka starts without it");
    }
  }

  private void write(Path file, LocalClusterSpec server) throws IOException {
    progress.accept("kafka: archiving its classes, once for this installation (about 6 s)");
    Path written = file.resolveSibling("unfinished-" + UUID.randomUUID() + ".jsa");
    try {
      runOnce(written, server);
      Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  private void runOnce(Path written, LocalClusterSpec server) {
    String name = "kafka-archive-" + UUID.randomUUID().toString().substring(0, 8);
    ClusterRecipe recipe = KafkaRecipe.writingArchive(new KafkaServers(home, progress), written);
    try (LocalCluster cluster =
        ClusterStart.guarded(name, server, home, recipe, READY, line -> {})) {
      // The classes are written after everything else has ended, which takes longer than other
      // brokers are given.
      new ClusterDirectory(home.stateDirectory().resolve(name))
          .node(cluster.nodes().get(0).number())
          .stop(WRITTEN);
    }
  }
}
