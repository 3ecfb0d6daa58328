package io.tidemark.coordinator.timeline;

import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import java.util.Arrays;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Sums of latencies by bucket, over what was touched only. Not thread-safe. */
final class LatencySum {
  private final long[] sums = new long[LatencyHistogram.BUCKETS];
  private int from = sums.length;
  private int to;

  void add(LatencyCounts counts) {
    int size = counts.size();
    if (size > 0) {
      counts.addTo(sums);
      from = Math.min(from, counts.bucket(0));
      to = Math.max(to, counts.bucket(size - 1) + 1);
    }
  }

  void add(LatencySum other) {
    for (int bucket = other.from; bucket < other.to; bucket++) {
      sums[bucket] += other.sums[bucket];
    }
    from = Math.min(from, other.from);
    to = Math.max(to, other.to);
  }

  boolean isEmpty() {
    return from >= to;
  }

  Optional<LatencySummary> summary() {
    return LatencySummary.of(sums, from, to);
  }

  Histogram toHistogram() {
    return LatencyHistogram.of(sums, from, to);
  }

  void reset() {
    if (!isEmpty()) {
      Arrays.fill(sums, from, to, 0);
    }
    from = sums.length;
    to = 0;
  }
}
