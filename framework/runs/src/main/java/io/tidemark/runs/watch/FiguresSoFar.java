package io.tidemark.runs.watch;

import io.tidemark.model.question.MetricName;
import io.tidemark.model.question.MetricName.Kind;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.workload.Workload;
import io.tidemark.report.answer.MetricWords;
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
  /** Without a question: those that were measured. */
  private static final List<MetricName> USUAL =
      List.of("roundTripRate", "publishRate", "consumeRate", "roundTrip.p99", "endToEnd.p99")
          .stream()
          .flatMap(name -> MetricName.parse(name).stream())
          .toList();

  private final List<MetricName> names;
  private final Map<Counter, Long> counts = new EnumMap<>(Counter.class);
  private final Map<MetricName, LongSummaryStatistics> latencies = new LinkedHashMap<>();
  private double seconds;
  private boolean measured;

  FiguresSoFar(Workload workload) {
    names = workload.question().map(Question::names).orElse(USUAL);
  }

  void phaseStarted(boolean isMeasured) {
    measured = isMeasured;
  }

  void add(Sample sample) {
    if (!measured) {
      return;
    }
    seconds += sample.lengthSeconds();
    for (MetricName name : names) {
      counter(name).ifPresent(c -> counts.merge(c, sample.counters().get(c), Long::sum));
      name.measure()
          .map(sample.latencies()::get)
          .ifPresent(
              latency ->
                  latencies
                      .computeIfAbsent(name, any -> new LongSummaryStatistics())
                      .accept(nanos(name, latency)));
    }
  }

  private static Optional<Counter> counter(MetricName name) {
    return switch (name.figure()) {
      case "publishRate" -> Optional.of(Counter.ACKNOWLEDGED);
      case "consumeRate" -> Optional.of(Counter.RECEIVED);
      case "roundTripRate" -> Optional.of(Counter.ANSWERED);
      default -> Optional.empty();
    };
  }

  private static long nanos(MetricName name, LatencySummary latency) {
    return switch (name.statistic()) {
      case "p50" -> latency.p50Nanos();
      case "p99.9" -> latency.p999Nanos();
      default -> latency.p99Nanos();
    };
  }

  /** A sentence; empty before the first measured sample. */
  Optional<String> sentence() {
    List<String> figures = new ArrayList<>();
    for (MetricName name : names) {
      figure(name).map(text -> MetricWords.of(name.figure()) + " " + text).ifPresent(figures::add);
    }
    return figures.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Measured for %s so far: %s."
                .formatted(Text.duration(seconds), String.join("; ", figures)));
  }

  private Optional<String> figure(MetricName name) {
    if (name.kind() == Kind.RATE) {
      return counter(name)
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
