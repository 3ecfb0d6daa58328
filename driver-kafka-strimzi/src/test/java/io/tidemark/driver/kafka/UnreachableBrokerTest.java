package io.tidemark.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class UnreachableBrokerTest {
  @TempDir Path directory;

  @Test
  void failsWithTheAddressWithinTheDeadline() throws Exception {
    // Accepts connections and never answers: worse than a closed port.
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + silent.getLocalPort();
      assertInitializeFailsWith(
          "no Kafka broker at " + address + " answered within 500 ms", address);
    }
  }

  /** The file was checked before: a worker that opens the driver makes only what it uses. */
  @Test
  void aWorkerMakesNoClientsOfACheck() {
    String text = "producerConfig: partitioner.class=" + Counted.class.getName() + "\n";
    Map<String, Object> file = new HashMap<>();
    file.put("commonConfig", "bootstrap.servers=h:1");
    file.put("producerConfig", "partitioner.class=" + Counted.class.getName());
    file.put("replicationFactor", "some");
    assertThat(new KafkaBenchmarkDriver().validate(file)).hasSize(1);
    assertThat(Counted.MADE).as("clients of a file with errors").hasValue(0);
    file.put("replicationFactor", 1);
    assertThat(new KafkaBenchmarkDriver().validate(file)).isEmpty();
    assertThat(Counted.MADE).hasValue(1);
    assertInitializeFailsWith(
        "commonConfig: No resolvable bootstrap urls", "no.such.invalid:9092\n" + text);
    assertThat(Counted.MADE).hasValue(1);
  }

  /** A class of the user's. */
  public static final class Counted extends RoundRobinPartitioner {
    private static final AtomicInteger MADE = new AtomicInteger();

    public Counted() {
      MADE.incrementAndGet();
    }
  }

  private void assertInitializeFailsWith(String message, String address) {
    KafkaBenchmarkDriver driver = new KafkaBenchmarkDriver();
    assertThatThrownBy(
            () ->
                driver.initialize(
                    Files.writeString(
                            directory.resolve("driver.yaml"),
                            "connectTimeout: 500ms\ncommonConfig: bootstrap.servers=" + address)
                        .toFile(),
                    NullStatsLogger.INSTANCE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
    driver.close();
  }
}
