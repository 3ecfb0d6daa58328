package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The archive of Kafka's classes for the installation: with it each broker of these tests starts
 * with less processor time. Commands of the tests may not install anything.
 */
final class KafkaClasses {
  static {
    archive();
  }

  private KafkaClasses() {}

  /** Makes it unless it is there. */
  static void require() {}

  private static void archive() {
    try {
      Path folder = Files.createTempDirectory("kafka-classes");
      try (TidemarkProcess install =
          TidemarkProcess.start(
              TidemarkProcess.ROOT, Map.of(), folder, "brokers", "install", "kafka")) {
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
