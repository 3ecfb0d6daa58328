package io.tidemark.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.snapshot.LatencyHistogram;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencySummaryTest {

  @Test
  void theSummaryOfBucketsIsThatOfTheHistogram() {
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
      assertThat(LatencySummary.of(histogram)).contains(ofHdrHistogram(histogram));
      assertThat(LatencySummary.of(counts, from, to)).contains(ofHdrHistogram(histogram));
      assertThat(LatencySummary.of(counts, 0, counts.length))
          .as("with empty buckets at both ends")
          .contains(ofHdrHistogram(histogram));
    }
  }

  @Test
  void theSummaryOfTheLimitsOfTheRangeIsThatOfTheHistogram() {
    Histogram histogram = LatencyHistogram.create();
    histogram.recordValue(0);
    histogram.recordValueWithCount(LatencyHistogram.HIGHEST_NANOS, 999_999);
    long[] counts = new long[LatencyHistogram.BUCKETS];
    counts[0] = 1;
    counts[counts.length - 1] = 999_999;
    assertThat(LatencySummary.of(histogram)).contains(ofHdrHistogram(histogram));
    assertThat(LatencySummary.of(counts, 0, counts.length)).contains(ofHdrHistogram(histogram));
  }

  @Test
  void isEmptyWithoutSamples() {
    long[] counts = new long[LatencyHistogram.BUCKETS];
    assertThat(LatencySummary.of(counts, 0, counts.length)).isEmpty();
    assertThat(LatencySummary.of(counts, counts.length, 0)).isEmpty();
    assertThat(LatencySummary.of(LatencyHistogram.create())).isEmpty();
  }

  @Test
  void theSummaryOfBucketsOfAnotherResolutionIsThatOfTheHistogram() {
    Histogram histogram = new Histogram(8, 1_000_000_000, 2);
    new Random(6).longs(1_000, 0, 1_000_000).forEach(histogram::recordValue);
    assertThat(LatencySummary.of(histogram)).contains(ofHdrHistogram(histogram));
  }

  private static LatencySummary ofHdrHistogram(Histogram histogram) {
    return new LatencySummary(
        histogram.getTotalCount(),
        histogram.getMinValue(),
        histogram.getMean(),
        histogram.getStdDeviation(),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(75),
        histogram.getValueAtPercentile(90),
        histogram.getValueAtPercentile(95),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getValueAtPercentile(99.99),
        histogram.getValueAtPercentile(99.999),
        histogram.getMaxValue());
  }
}
