package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * The archive of Kafka's classes for the installation: with it each broker of these tests starts
 * with less processor time.
 */
final class KafkaClasses {
  static {
    archive();
  }

  private KafkaClasses() {}

  /** Makes it unless this JVM has. */
  static void require() {}

  /** Makes it unless it is there; one JVM of the tests at a time. */
  private static void archive() {
    try {
      Path folder = Files.createTempDirectory("kafka-classes");
      try (FileChannel file =
              FileChannel.open(
                  Path.of(System.getProperty("java.io.tmpdir"), "tidemark-kafka-classes.lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = file.lock();
          TidemarkProcess install =
              TidemarkProcess.start(
                  TidemarkProcess.ROOT, Map.of(), folder, "brokers", "install", "kafka")) {
        assertThat(lock.isValid()).isTrue();
        assertThat(install.waitFor()).as(install.output()).isZero();
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot archive the classes of Kafka", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the classes of Kafka were archived", e);
    }
  }
}
