package io.tidemark.model.result;

import io.tidemark.model.snapshot.LatencyHistogram;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToLongFunction;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

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

  /**
   * Returns a statistic by its name: {@code min}, {@code mean}, {@code max} or a percentile; empty
   * for another one.
   */
  public OptionalDouble nanos(String statistic) {
    return switch (statistic) {
      case "min" -> OptionalDouble.of(minNanos);
      case "mean" -> OptionalDouble.of(meanNanos);
      case "p50" -> OptionalDouble.of(p50Nanos);
      case "p75" -> OptionalDouble.of(p75Nanos);
      case "p90" -> OptionalDouble.of(p90Nanos);
      case "p95" -> OptionalDouble.of(p95Nanos);
      case "p99" -> OptionalDouble.of(p99Nanos);
      case "p99.9" -> OptionalDouble.of(p999Nanos);
      case "p99.99" -> OptionalDouble.of(p9999Nanos);
      case "p99.999" -> OptionalDouble.of(p99999Nanos);
      case "max" -> OptionalDouble.of(maxNanos);
      default -> OptionalDouble.empty();
    };
  }

  /** In one pass over the histogram; its own methods take one for each figure. */
  public static Optional<LatencySummary> of(AbstractHistogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return Optional.empty();
    }
    Recorded recorded = new Recorded();
    if (LatencyHistogram.isShapeOf(histogram)) {
      recorded.addBuckets(
          LatencyHistogram.bucketOf(histogram.getMinValue()),
          LatencyHistogram.bucketOf(histogram.getMaxValue()) + 1,
          bucket -> histogram.getCountAtValue(LatencyHistogram.lowestNanosOf(bucket)));
    } else {
      for (HistogramIterationValue each : histogram.recordedValues()) {
        long highest = each.getValueIteratedTo();
        recorded.add(
            histogram.lowestEquivalentValue(highest),
            histogram.sizeOfEquivalentValueRange(highest),
            each.getCountAtValueIteratedTo());
      }
    }
    return recorded.summary();
  }

  /**
   * The same as of a histogram with these counts.
   *
   * @param counts of all buckets of {@link LatencyHistogram}
   * @param from the first bucket to look at
   * @param to the first not to look at any more
   */
  public static Optional<LatencySummary> of(long[] counts, int from, int to) {
    Recorded recorded = new Recorded();
    recorded.addBuckets(from, to, bucket -> counts[bucket]);
    return recorded.summary();
  }

  /** The buckets that are not empty, in rising order. The figures are those of HdrHistogram. */
  private static final class Recorded {
    private long[] lowest = new long[64];
    private long[] widths = new long[64];
    private long[] counts = new long[64];
    private int size;
    private long total;
    private double sum;

    /** Buckets of {@link LatencyHistogram} with their counts. */
    void addBuckets(int from, int to, IntToLongFunction counted) {
      for (int bucket = from; bucket < to; bucket++) {
        long count = counted.applyAsLong(bucket);
        if (count != 0) {
          add(LatencyHistogram.lowestNanosOf(bucket), LatencyHistogram.widthNanosOf(bucket), count);
        }
      }
    }

    void add(long lowestNanos, long widthNanos, long count) {
      if (size == counts.length) {
        lowest = Arrays.copyOf(lowest, 2 * size);
        widths = Arrays.copyOf(widths, 2 * size);
        counts = Arrays.copyOf(counts, 2 * size);
      }
      lowest[size] = lowestNanos;
      widths[size] = widthNanos;
      counts[size] = count;
      total += count;
      sum += (double) median(size++) * count;
    }

    Optional<LatencySummary> summary() {
      if (size == 0) {
        return Optional.empty();
      }
      double mean = sum / total;
      double squares = 0;
      for (int i = 0; i < size; i++) {
        double deviation = median(i) - mean;
        squares += deviation * deviation * counts[i];
      }
      long[] percentiles = percentiles();
      return Optional.of(
          new LatencySummary(
              total,
              lowest[0],
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
              highest(size - 1)));
    }

    private long[] percentiles() {
      long[] values = new long[PERCENTILES.length];
      int bucket = 0;
      long upToBucket = counts[0];
      for (int i = 0; i < values.length; i++) {
        // The next lower number, so that rounding does not lead to the next bucket.
        double share = Math.nextAfter(PERCENTILES[i], Double.NEGATIVE_INFINITY) / 100;
        long wanted = Math.max(1, (long) Math.ceil(share * total));
        while (upToBucket < wanted) {
          upToBucket += counts[++bucket];
        }
        values[i] = highest(bucket);
      }
      return values;
    }

    private long median(int i) {
      return lowest[i] + (widths[i] >> 1);
    }

    private long highest(int i) {
      return lowest[i] + widths[i] - 1;
    }
  }
}
