package io.tidemark.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
}
