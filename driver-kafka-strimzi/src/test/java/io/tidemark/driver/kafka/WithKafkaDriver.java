package io.tidemark.driver.kafka;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A driver that is closed after its test, and the name of a topic that no other test has. */
public abstract class WithKafkaDriver {
  @TempDir protected Path directory;

  protected final String topic =
      "test-topic-0000000-" + UUID.randomUUID().toString().substring(0, 7);

  protected final KafkaBenchmarkDriver driver = new KafkaBenchmarkDriver();

  @AfterEach
  void closeDriver() {
    driver.close();
  }

  protected void initialize(String yaml) throws Exception {
    driver.initialize(
        Files.writeString(directory.resolve("driver.yaml"), yaml).toFile(),
        NullStatsLogger.INSTANCE);
  }
}
