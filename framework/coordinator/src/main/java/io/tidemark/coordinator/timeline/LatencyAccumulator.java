package io.tidemark.coordinator.timeline;

import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** One sum per measure, made once and used again. */
final class LatencyAccumulator {
  private final Map<Measure, LatencySum> sums = new EnumMap<>(Measure.class);

  void add(Map<Measure, LatencyCounts> others) {
    others.forEach((measure, other) -> of(measure).add(other));
  }

  void add(LatencyAccumulator other) {
    other.sums.forEach(
        (measure, sum) -> {
          if (!sum.isEmpty()) {
            of(measure).add(sum);
          }
        });
  }

  void reset() {
    sums.values().forEach(LatencySum::reset);
  }

  /** Only of measures that have samples. */
  Map<Measure, LatencySummary> summaries() {
    Map<Measure, LatencySummary> summaries = new EnumMap<>(Measure.class);
    sums.forEach(
        (measure, sum) -> sum.summary().ifPresent(summary -> summaries.put(measure, summary)));
    return summaries;
  }

  /** New histograms, only of measures that have samples. */
  Map<Measure, Histogram> nonEmpty() {
    Map<Measure, Histogram> found = new EnumMap<>(Measure.class);
    sums.forEach(
        (measure, sum) -> {
          if (!sum.isEmpty()) {
            found.put(measure, sum.toHistogram());
          }
        });
    return found;
  }

  private LatencySum of(Measure measure) {
    return sums.computeIfAbsent(measure, key -> new LatencySum());
  }

  /** Sums of latencies by bucket, over what was touched only. Not thread-safe. */
  static final class LatencySum {
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
}
