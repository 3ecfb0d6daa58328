package io.tidemark.features.history.trend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrendMetricTest {
  private static final String CPU = "efficiency.brokerCpuSecondsPerMillionMessages";

  @Test
  void moreOfWhatMessagesCostIsWorse() {
    assertThat(TrendMetric.of(CPU)).isPresent();
    assertThat(TrendMetric.isWorse(CPU, 0.1)).isTrue();
    assertThat(TrendMetric.change(CPU, 0.1)).isEqualTo("10.0 % worse");
    assertThat(TrendMetric.text(CPU, 62.5)).isEqualTo("62.5 CPU s");
  }
}
