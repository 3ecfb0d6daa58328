package io.tidemark.brokers.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  @Test
  void portsAreDistinctAndSpreadOverMoreThanAFewThousand() {
    List<Integer> ports = FreePorts.take(100);
    assertThat(ports)
        .doesNotHaveDuplicates()
        .hasSize(100)
        .allMatch(port -> port >= 12_000 && port < 60_000);
    // A hundred random ports all in one thousand: then the range was read wrongly.
    assertThat(
            ports.stream().mapToInt(Integer::intValue).max().getAsInt()
                - ports.stream().mapToInt(Integer::intValue).min().getAsInt())
        .isGreaterThan(2_000);
  }

  /** While nothing listens on the ports, only the claim shows that they are taken. */
  @Test
  void portsAreNotGivenTwice() {
    Set<Integer> ports = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      ports.addAll(FreePorts.take(100));
    }
    assertThat(ports).hasSize(2_000);
  }

  @Test
  void anotherProcessDoesNotGetThemEither() throws Exception {
    int port = FreePorts.take(1).get(0);
    Process other =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                OtherProcess.class.getName(),
                String.valueOf(port))
            .inheritIO()
            .start();
    assertThat(other.waitFor()).isZero();
  }

  static final class OtherProcess {
    public static void main(String[] arguments) {
      System.exit(FreePorts.claim(Integer.parseInt(arguments[0])) ? 1 : 0);
    }
  }
}
