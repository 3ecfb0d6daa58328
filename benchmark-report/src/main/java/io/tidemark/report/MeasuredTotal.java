package io.tidemark.report;

import io.tidemark.model.result.MeasuredPhases;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample.Rates;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.Measure;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseNames;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * All measured phases of a run as one: warm-up and drain are left out. Where producers and
 * consumers take turns, rates are means over the phases in which they were at work.
 */
final class MeasuredTotal {
  private MeasuredTotal() {}

  static PhaseResult of(RunResult result) {
    MeasuredPhases phases = new MeasuredPhases(result.phases(), takesTurns(result));
    List<PhaseResult> measured = phases.all();
    return new PhaseResult(
        PhaseNames.TOTAL,
        true,
        measured.isEmpty()
            ? result.identity().startedEpochMillis() * 1_000_000
            : measured.get(0).startEpochNanos(),
        measured.stream().mapToLong(PhaseResult::lengthNanos).sum(),
        MeasuredPhases.intendedRate(measured),
        rates(phases),
        measured.stream().map(PhaseResult::counters).reduce(Counters.ZERO, Counters::plus),
        histograms(measured));
  }

  private static boolean takesTurns(RunResult result) {
    return Pattern.FILL_THEN_DRAIN.key().equals(result.workload().get("pattern"));
  }

  private static Rates rates(MeasuredPhases phases) {
    List<PhaseResult> producing = phases.producing();
    List<PhaseResult> consuming = phases.consuming();
    return new Rates(
        mean(producing, p -> p.rates().sentPerSecond()),
        mean(producing, p -> p.rates().acknowledgedPerSecond()),
        mean(producing, p -> p.rates().acknowledgedBytesPerSecond()),
        mean(producing, p -> p.rates().failedPerSecond()),
        mean(consuming, p -> p.rates().receivedPerSecond()),
        mean(consuming, p -> p.rates().receivedBytesPerSecond()),
        mean(phases.all(), p -> p.rates().roundTripsPerSecond()));
  }

  private static double mean(List<PhaseResult> phases, ToDoubleFunction<PhaseResult> figure) {
    return MeasuredPhases.mean(phases, figure).orElse(0);
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
