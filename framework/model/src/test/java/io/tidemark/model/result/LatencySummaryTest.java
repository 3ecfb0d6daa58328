package io.tidemark.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.snapshot.LatencyHistogram;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencySummaryTest {

  @Test
  void ofBucketsIsThatOfTheHistogram() {
    Random random = new Random(5);
    for (int values = 1; values <= 20_000; values *= 3) {
      double digits = 1 + 12 * random.nextDouble();
      Histogram histogram = LatencyHistogram.create();
      long[] counts = new long[LatencyHistogram.BUCKETS];
      int from = counts.length;
      int to = 0;
      for (int i = 0; i < values; i++) {
        long nanos = (long) Math.pow(10, digits * random.nextDouble()) - 1;
        int bucket = LatencyHistogram.bucketOf(nanos);
        histogram.recordValue(nanos);
        counts[bucket]++;
        from = Math.min(from, bucket);
        to = Math.max(to, bucket + 1);
      }
      assertThat(LatencySummary.of(counts, from, to)).isEqualTo(LatencySummary.of(histogram));
      assertThat(LatencySummary.of(counts, 0, counts.length))
          .as("with empty buckets at both ends")
          .isEqualTo(LatencySummary.of(histogram));
    }
  }

  @Test
  void ofTheLimitsOfTheRangeIsThatOfTheHistogram() {
    Histogram histogram = LatencyHistogram.create();
    histogram.recordValue(0);
    histogram.recordValueWithCount(LatencyHistogram.HIGHEST_NANOS, 999_999);
    long[] counts = new long[LatencyHistogram.BUCKETS];
    counts[0] = 1;
    counts[counts.length - 1] = 999_999;
    assertThat(LatencySummary.of(counts, 0, counts.length)).isEqualTo(LatencySummary.of(histogram));
  }

  @Test
  void isEmptyWithoutSamples() {
    long[] counts = new long[LatencyHistogram.BUCKETS];
    assertThat(LatencySummary.of(counts, 0, counts.length)).isEmpty();
    assertThat(LatencySummary.of(counts, counts.length, 0)).isEmpty();
  }
}
