package io.tidemark.coordinator.timeline;

import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.Measure;
import java.util.EnumMap;
import java.util.Map;
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
}
