package io.tidemark.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HolmTest {
  @Test
  void theSmallestCountsForAllAndLaterOnesForFewer() {
    assertThat(Holm.adjusted(new double[] {0.04, 0.01, 0.03})).containsExactly(0.06, 0.03, 0.06);
  }

  @Test
  void neverDecreasesAndNeverExceedsOne() {
    assertThat(Holm.adjusted(new double[] {0.5, 0.6, 0.01})).containsExactly(1, 1, 0.03);
    assertThat(Holm.adjusted(new double[] {})).isEmpty();
  }
}
