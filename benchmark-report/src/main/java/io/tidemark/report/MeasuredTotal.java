package io.tidemark.report;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample.Rates;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.Measure;
import io.tidemark.model.workload.Pattern;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * All measured phases of a run as one: warm-up and drain are left out. Where producers and
 * consumers take turns, rates are means over the phases in which they were at work.
 */
final class MeasuredTotal {
  static final String NAME = "total";

  private static final String FILL = "fill";
  private static final String DRAIN = "drain";

  private MeasuredTotal() {}

  static PhaseResult of(RunResult result) {
    List<PhaseResult> measured = result.phases().stream().filter(PhaseResult::measured).toList();
    return new PhaseResult(
        NAME,
        true,
        measured.isEmpty()
            ? result.identity().startedEpochMillis() * 1_000_000
            : measured.get(0).startEpochNanos(),
        measured.stream().mapToLong(PhaseResult::lengthNanos).sum(),
        intendedRate(measured),
        rates(measured, takesTurns(result)),
        measured.stream().map(PhaseResult::counters).reduce(Counters.ZERO, Counters::plus),
        histograms(measured));
  }

  /** Known only if it is known for every phase. */
  private static Optional<Double> intendedRate(List<PhaseResult> phases) {
    if (phases.isEmpty() || phases.stream().anyMatch(p -> p.intendedRatePerSecond().isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(mean(phases, p -> p.intendedRatePerSecond().orElseThrow()));
  }

  private static boolean takesTurns(RunResult result) {
    return Pattern.FILL_THEN_DRAIN.key().equals(result.workload().get("pattern"));
  }

  private static Rates rates(List<PhaseResult> phases, boolean turns) {
    List<PhaseResult> producing = turns ? without(DRAIN, phases) : phases;
    List<PhaseResult> consuming = turns ? without(FILL, phases) : phases;
    return new Rates(
        mean(producing, p -> p.rates().sentPerSecond()),
        mean(producing, p -> p.rates().acknowledgedPerSecond()),
        mean(producing, p -> p.rates().acknowledgedBytesPerSecond()),
        mean(producing, p -> p.rates().failedPerSecond()),
        mean(consuming, p -> p.rates().receivedPerSecond()),
        mean(consuming, p -> p.rates().receivedBytesPerSecond()),
        mean(phases, p -> p.rates().roundTripsPerSecond()));
  }

  private static List<PhaseResult> without(String name, List<PhaseResult> phases) {
    return phases.stream().filter(phase -> !phase.name().equals(name)).toList();
  }

  /** Weighted by length: a short phase must not count as much as a long one. */
  private static double mean(List<PhaseResult> phases, ToDoubleFunction<PhaseResult> figure) {
    if (phases.size() == 1) {
      return figure.applyAsDouble(phases.get(0));
    }
    double sum = 0;
    double length = 0;
    for (PhaseResult phase : phases) {
      sum += figure.applyAsDouble(phase) * phase.lengthNanos();
      length += phase.lengthNanos();
    }
    return length == 0 ? 0 : sum / length;
  }

  private static Map<Measure, Histogram> histograms(List<PhaseResult> phases) {
    Map<Measure, Histogram> merged = new EnumMap<>(Measure.class);
    for (PhaseResult phase : phases) {
      phase.histograms().forEach((measure, histogram) -> add(merged, measure, histogram));
    }
    return merged;
  }

  private static void add(Map<Measure, Histogram> merged, Measure measure, Histogram histogram) {
    Histogram before = merged.get(measure);
    if (before == null) {
      merged.put(measure, histogram.copy());
    } else {
      before.add(histogram);
    }
  }
}
