package io.tidemark.model.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.base.RandomCase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyCountsTest {

  @Test
  void keepsWhatTheHistogramHad() {
    Random random = new Random(1);
    Histogram histogram = LatencyHistogram.create();
    for (int i = 0; i < 50_000; i++) {
      histogram.recordValue((long) Math.pow(10, 13.6 * random.nextDouble()) - 1);
    }
    histogram.recordValue(LatencyHistogram.HIGHEST_NANOS);
    histogram.recordValue(0);
    histogram.recordValueWithCount(77, 4_000_000_000L);
    assertThat(LatencyCounts.of(histogram).toHistogram()).isEqualTo(histogram);
    assertThat(LatencyCounts.of(histogram).totalCount()).isEqualTo(4_000_050_002L);
  }

  @Test
  void anyPartsInAnyOrderAddUpToTheHistogramOfAllValues() {
    RandomCase.forAll(
        300,
        any -> {
          Histogram all = LatencyHistogram.create();
          List<Histogram> parts = new ArrayList<>();
          for (List<Long> values :
              any.listOf(
                  0,
                  6,
                  () -> any.listOf(0, 40, () -> any.between(0L, LatencyHistogram.HIGHEST_NANOS)))) {
            Histogram part = LatencyHistogram.create();
            values.forEach(part::recordValue);
            values.forEach(all::recordValue);
            parts.add(part);
          }
          Collections.shuffle(parts, any.random());
          long[] sums = new long[LatencyHistogram.BUCKETS];
          parts.forEach(part -> LatencyCounts.of(part).addTo(sums));

          assertThat(LatencyHistogram.of(sums, 0, sums.length)).isEqualTo(all);
          assertThat(LatencyCounts.of(all).totalCount()).isEqualTo(all.getTotalCount());
        });
  }

  @Test
  void anEmptyHistogramHasNoBuckets() {
    LatencyCounts none = LatencyCounts.of(LatencyHistogram.create());
    assertThat(none.size()).isZero();
    assertThat(none.toHistogram().getTotalCount()).isZero();
  }

  @Test
  void keepsOnlyBucketsWithSamples() {
    LatencyCounts counts = new LatencyCounts(5, new int[] {0, 1, 0, 0, 2, 0});
    assertThat(counts.size()).isEqualTo(2);
    assertThat(counts.bucket(1)).isEqualTo(9);
    assertThat(counts.count(1)).isEqualTo(2);
    assertThat(counts).isEqualTo(LatencyCounts.of(new int[] {6, 9, 0}, new int[] {1, 2, 0}, 2));
  }

  @Test
  void rejectsBucketsThatAreNotInOrder() {
    assertThatThrownBy(() -> LatencyCounts.of(new int[] {7, 7}, new int[] {1, 1}, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bucket 7 after 7");
  }

  @Test
  void rejectsBucketsBeyondTheRange() {
    assertThatThrownBy(() -> new LatencyCounts(LatencyHistogram.BUCKETS - 1, new int[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("exceed the range");
  }
}
