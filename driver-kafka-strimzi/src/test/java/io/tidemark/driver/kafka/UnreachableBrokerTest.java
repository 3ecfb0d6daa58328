package io.tidemark.driver.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.bookkeeper.stats.NullStatsLogger;
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

  @Test
  void failsWithTheReasonWhenTheNameDoesNotResolve() {
    assertInitializeFailsWith("commonConfig: No resolvable bootstrap urls", "no.such.invalid:9092");
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
