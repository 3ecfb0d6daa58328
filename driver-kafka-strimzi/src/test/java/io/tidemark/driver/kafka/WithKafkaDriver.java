package io.tidemark.driver.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
    initialize(driver, yaml);
  }

  protected final void initialize(KafkaBenchmarkDriver which, String yaml) throws Exception {
    Path file = Files.createTempFile(directory, "driver", ".yaml");
    which.initialize(Files.writeString(file, yaml).toFile(), NullStatsLogger.INSTANCE);
  }

  /** The first one of that name. */
  protected final Optional<Double> reading(String name) throws Exception {
    return driver.readTelemetry().stream()
        .filter(reading -> reading.name().equals(name))
        .map(TelemetryReading::value)
        .findFirst();
  }

  protected static List<String> numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(Integer::toString).toList();
  }

  /** Each number when the one before is acknowledged. */
  protected static void sendEach(BenchmarkProducer producer, int from, int to) throws Exception {
    for (String text : numbers(from, to)) {
      producer.sendAsync(Optional.empty(), text.getBytes(UTF_8)).get(60, TimeUnit.SECONDS);
    }
  }
}
