package io.tidemark.model.result;

import io.tidemark.model.snapshot.LatencyHistogram;
import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;

/**
 * Statistics of a histogram in nanoseconds. Empty histograms have none, because no sample does not
 * mean latency 0.
 */
public record LatencySummary(
    long count,
    long minNanos,
    double meanNanos,
    double stdDevNanos,
    long p50Nanos,
    long p75Nanos,
    long p90Nanos,
    long p95Nanos,
    long p99Nanos,
    long p999Nanos,
    long p9999Nanos,
    long p99999Nanos,
    long maxNanos) {
  private static final double[] PERCENTILES = {50, 75, 90, 95, 99, 99.9, 99.99, 99.999};

  /** Empty when the histogram is. */
  public static Optional<LatencySummary> of(AbstractHistogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new LatencySummary(
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
            histogram.getMaxValue()));
  }

  /**
   * The same as of a histogram with these counts, in one pass over a part of the buckets: a sample
   * of a run has a summary for each measure.
   *
   * @param counts of all buckets of {@link LatencyHistogram}
   * @param from the first bucket to look at
   * @param to the first not to look at any more
   */
  public static Optional<LatencySummary> of(long[] counts, int from, int to) {
    int first = from;
    int last = to - 1;
    while (first <= last && counts[first] == 0) {
      first++;
    }
    while (last > first && counts[last] == 0) {
      last--;
    }
    if (first > last) {
      return Optional.empty();
    }
    long total = 0;
    double sum = 0;
    for (int bucket = first; bucket <= last; bucket++) {
      if (counts[bucket] != 0) {
        total += counts[bucket];
        sum += (double) medianNanosOf(bucket) * counts[bucket];
      }
    }
    double mean = sum / total;
    double squares = 0;
    for (int bucket = first; bucket <= last; bucket++) {
      if (counts[bucket] != 0) {
        double deviation = medianNanosOf(bucket) - mean;
        squares += deviation * deviation * counts[bucket];
      }
    }
    long[] percentiles = percentiles(counts, first, total);
    return Optional.of(
        new LatencySummary(
            total,
            LatencyHistogram.lowestNanosOf(first),
            mean,
            Math.sqrt(squares / total),
            percentiles[0],
            percentiles[1],
            percentiles[2],
            percentiles[3],
            percentiles[4],
            percentiles[5],
            percentiles[6],
            percentiles[7],
            highestNanosOf(last)));
  }

  private static long[] percentiles(long[] counts, int first, long total) {
    long[] values = new long[PERCENTILES.length];
    int bucket = first;
    long upToBucket = counts[bucket];
    for (int i = 0; i < values.length; i++) {
      // HdrHistogram takes the next lower number, so that rounding does not lead to the next
      // bucket.
      double share = Math.nextAfter(PERCENTILES[i], Double.NEGATIVE_INFINITY) / 100;
      long wanted = Math.max(1, (long) Math.ceil(share * total));
      while (upToBucket < wanted) {
        upToBucket += counts[++bucket];
      }
      values[i] = highestNanosOf(bucket);
    }
    return values;
  }

  private static long medianNanosOf(int bucket) {
    return LatencyHistogram.lowestNanosOf(bucket) + (LatencyHistogram.widthNanosOf(bucket) >> 1);
  }

  private static long highestNanosOf(int bucket) {
    return LatencyHistogram.lowestNanosOf(bucket) + LatencyHistogram.widthNanosOf(bucket) - 1;
  }
}
