package io.tidemark.coordinator;

import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.worker.LatencyHistogram;
import io.tidemark.model.worker.Measure;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** One histogram per measure, made once and used again. */
final class LatencyAccumulator {
  private final Map<Measure, Histogram> histograms = new EnumMap<>(Measure.class);

  void add(Map<Measure, Histogram> others) {
    others.forEach((measure, other) -> of(measure).add(other));
  }

  void add(LatencyAccumulator other) {
    other.histograms.forEach(
        (measure, histogram) -> {
          if (histogram.getTotalCount() > 0) {
            of(measure).add(histogram);
          }
        });
  }

  void reset() {
    histograms.values().forEach(Histogram::reset);
  }

  /** Only of measures that have samples. */
  Map<Measure, LatencySummary> summaries() {
    Map<Measure, LatencySummary> summaries = new EnumMap<>(Measure.class);
    histograms.forEach(
        (measure, histogram) ->
            LatencySummary.of(histogram).ifPresent(summary -> summaries.put(measure, summary)));
    return summaries;
  }

  /** The histograms themselves, only of measures that have samples. */
  Map<Measure, Histogram> nonEmpty() {
    Map<Measure, Histogram> found = new EnumMap<>(Measure.class);
    histograms.forEach(
        (measure, histogram) -> {
          if (histogram.getTotalCount() > 0) {
            found.put(measure, histogram);
          }
        });
    return found;
  }

  private Histogram of(Measure measure) {
    return histograms.computeIfAbsent(measure, key -> LatencyHistogram.create());
  }
}
