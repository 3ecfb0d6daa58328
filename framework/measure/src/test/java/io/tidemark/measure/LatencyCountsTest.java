package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyCountsTest {
  private static final long HALF_A_DAY_NANOS = 43_200_000_000_000L;

  @Test
  void becomesTheHistogramThatHdrHistogramItselfWouldHaveMade() {
    RandomCase.forAll(
        1_000,
        any -> becomesAHistogram(any.listOf(0, 255, () -> any.between(0, HALF_A_DAY_NANOS))));
  }

  private static void becomesAHistogram(List<Long> values) {
    List<LatencyCounts> stripes = List.of(new LatencyCounts(), new LatencyCounts());
    Histogram expected = LatencyCounts.newHistogram();
    for (int i = 0; i < values.size(); i++) {
      stripes.get(i % 2).record(values.get(i));
      expected.recordValue(values.get(i));
    }
    List<LatencyCounts> used = stripes.stream().filter(stripe -> !stripe.isEmpty()).toList();
    Histogram actual = LatencyCounts.merge(used).toHistogram();
    assertThat(actual).isEqualTo(expected);
    assertThat(actual.getTotalCount()).isEqualTo(values.size());
    for (double percentile : new double[] {0, 50, 99, 99.99, 100}) {
      assertThat(actual.getValueAtPercentile(percentile))
          .isEqualTo(expected.getValueAtPercentile(percentile));
    }
  }

  @Test
  void clearedCountsAreEmpty() {
    LatencyCounts counts = new LatencyCounts();
    counts.record(5);
    counts.record(LatencyCounts.HIGHEST_NANOS);
    counts.clear();
    assertThat(counts.isEmpty()).isTrue();
    counts.record(7);
    Histogram histogram = LatencyCounts.merge(List.of(counts)).toHistogram();
    assertThat(histogram.getTotalCount()).isEqualTo(1);
    assertThat(histogram.getMaxValue()).isEqualTo(7);
  }
}
