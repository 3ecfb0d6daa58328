package io.tidemark.runs.watch;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.workload.Workload;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of the question of a run, over its measured load so far. Percentiles are those of the
 * samples: only the result has them of all messages. Not thread-safe.
 */
final class FiguresSoFar {
  private final List<MetricReference> names;
  private final Map<Counter, Long> counts = new EnumMap<>(Counter.class);
  private final Map<MetricReference, LongSummaryStatistics> latencies = new LinkedHashMap<>();
  private double seconds;
  private boolean measured;

  FiguresSoFar(Workload workload) {
    names =
        workload
            .question()
            .map(MetricReference::asked)
            .orElseGet(() -> Metrics.first().stream().map(MetricReference::of).toList());
  }

  void phaseStarted(boolean isMeasured) {
    measured = isMeasured;
  }

  void add(Sample sample) {
    if (!measured) {
      return;
    }
    seconds += sample.lengthSeconds();
    for (MetricReference name : names) {
      name.metric().counter().ifPresent(c -> counts.merge(c, sample.counters().get(c), Long::sum));
      name.measure()
          .map(sample.latencies()::get)
          .ifPresent(
              latency ->
                  latency
                      .nanos(name.statistic())
                      .ifPresent(
                          nanos ->
                              latencies
                                  .computeIfAbsent(name, any -> new LongSummaryStatistics())
                                  .accept((long) nanos)));
    }
  }

  /** A sentence; empty before the first measured sample. */
  Optional<String> sentence() {
    List<String> figures = new ArrayList<>();
    for (MetricReference name : names) {
      figure(name).map(text -> name.metric().words() + " " + text).ifPresent(figures::add);
    }
    return figures.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Measured for %s so far: %s."
                .formatted(Text.duration(seconds), String.join("; ", figures)));
  }

  private Optional<String> figure(MetricReference name) {
    if (name.metric().counter().isPresent()) {
      return name.metric()
          .counter()
          .map(counts::get)
          .filter(count -> count > 0 && seconds > 0)
          .map(count -> Text.rate(count / seconds));
    }
    return Optional.ofNullable(latencies.get(name)).map(FiguresSoFar::range);
  }

  private static String range(LongSummaryStatistics nanos) {
    String lowest = Text.nanos(nanos.getMin());
    String highest = Text.nanos(nanos.getMax());
    return lowest.equals(highest) ? lowest : lowest + " to " + highest + " in single samples";
  }
}
