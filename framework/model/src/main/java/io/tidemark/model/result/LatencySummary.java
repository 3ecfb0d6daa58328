package io.tidemark.model.result;

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
}
