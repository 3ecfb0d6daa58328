package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.RandomCase;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyBucketsTest {
  private static final long HALF_A_DAY_NANOS = 43_200_000_000_000L;

  @Test
  void becomesTheHistogramThatHdrHistogramItselfWouldHaveMade() {
    RandomCase.forAll(
        1_000,
        any -> becomesAHistogram(any.listOf(0, 255, () -> any.between(0, HALF_A_DAY_NANOS))));
  }

  private static void becomesAHistogram(List<Long> values) {
    List<LatencyBuckets> stripes = List.of(new LatencyBuckets(), new LatencyBuckets());
    Histogram expected = LatencyHistogram.create();
    for (int i = 0; i < values.size(); i++) {
      stripes.get(i % 2).record(values.get(i));
      expected.recordValue(values.get(i));
    }
    List<LatencyBuckets> used = stripes.stream().filter(stripe -> !stripe.isEmpty()).toList();
    assertThat(LatencyBuckets.merge(used).toHistogram()).isEqualTo(expected);
  }

  @Test
  void clearedCountsAreEmpty() {
    LatencyBuckets counts = new LatencyBuckets();
    counts.record(5);
    counts.record(LatencyHistogram.HIGHEST_NANOS);
    counts.clear();
    assertThat(counts.isEmpty()).isTrue();
    counts.record(7);
    Histogram histogram = LatencyBuckets.merge(List.of(counts)).toHistogram();
    assertThat(histogram.getTotalCount()).isEqualTo(1);
    assertThat(histogram.getMaxValue()).isEqualTo(7);
  }

  @Test
  void theRangeIncludesBothItsEnds() {
    LatencyBuckets counts = new LatencyBuckets();
    long[] values = {0, LatencyHistogram.HIGHEST_NANOS, -1, LatencyHistogram.HIGHEST_NANOS + 1};
    assertThat(counts.record(values, 0, 1, 4)).isEqualTo(2);
    assertThat(LatencyBuckets.merge(List.of(counts)).toHistogram().getTotalCount()).isEqualTo(2);
  }

  @Test
  void eachOfSeveralValuesIsRecordedOnce() {
    PhaseRecord record = new PhaseRecord(0);
    long[] values = {0, LatencyHistogram.HIGHEST_NANOS, -1, LatencyHistogram.HIGHEST_NANOS + 1};
    record.record(Measure.PUBLISH_LATENCY, values, 0, 1, 4);
    assertThat(total(record, Measure.PUBLISH_LATENCY)).isEqualTo(4);
    assertThat(record.counters().get(Counter.OVERFLOWED)).isEqualTo(1);
    assertThat(record.recordUnlessNegative(Measure.END_TO_END, values, 0, 1, 4)).isEqualTo(1);
    assertThat(total(record, Measure.END_TO_END)).isEqualTo(3);
    assertThat(record.counters().get(Counter.OVERFLOWED)).isEqualTo(2);
  }

  private static long total(PhaseRecord record, Measure measure) {
    return LatencyBuckets.merge(List.of(record.buckets(measure))).toHistogram().getTotalCount();
  }
}
