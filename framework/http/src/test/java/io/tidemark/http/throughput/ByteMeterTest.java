package io.tidemark.http.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ByteMeterTest {
  private long nowNanos = 7;
  private final ByteMeter meter = new ByteMeter(() -> nowNanos);

  private void arrive(int bytes, Duration later) {
    nowNanos += later.toNanos();
    meter.add(bytes);
  }

  @Test
  void countsOnlyAfterTheSlowStart() {
    arrive(1_000, Duration.ofMillis(10));
    arrive(50, Duration.ofMillis(100));
    arrive(50, Duration.ofMillis(100)); // Counted from here on.
    arrive(3_000, Duration.ofMillis(100));
    arrive(7_000, Duration.ofMillis(900));
    assertThat(meter.bytesPerSecond()).isEqualTo(10_000);
    assertThat(meter.allBytes()).isEqualTo(11_100);
    assertThat(meter.elapsedNanos()).isEqualTo(Duration.ofMillis(1_200).toNanos());
  }

  @Test
  void hasNoRateOfAShortTransfer() {
    assertThat(meter.bytesPerSecond()).isZero();
    arrive(1_000, Duration.ofMillis(10));
    arrive(1_000, Duration.ofMillis(240));
    assertThat(meter.bytesPerSecond()).isZero();
  }
}
