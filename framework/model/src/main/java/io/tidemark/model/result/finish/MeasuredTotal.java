package io.tidemark.model.result.finish;

import io.tidemark.model.result.MeasuredPhases;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.PhaseScale;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * All measured phases of a run as one: warm-up and drain are left out. Where producers and
 * consumers take turns, each side is counted over the phases in which it was at work.
 */
final class MeasuredTotal {
  private MeasuredTotal() {}

  static PhaseResult of(List<PhaseResult> all, Map<String, Object> workload, RunIdentity identity) {
    MeasuredPhases phases = new MeasuredPhases(all, takesTurns(workload));
    List<PhaseResult> measured = phases.all();
    return new PhaseResult(
        PhaseNames.TOTAL,
        true,
        measured.isEmpty()
            ? identity.startedEpochMillis() * 1_000_000
            : measured.get(0).startEpochNanos(),
        measured.stream().mapToLong(PhaseResult::lengthNanos).sum(),
        MeasuredPhases.intendedRate(measured),
        phases.byTime(),
        measured.stream().map(PhaseResult::counters).reduce(Counters.ZERO, Counters::plus),
        PhaseScale.NONE,
        histograms(measured));
  }

  private static boolean takesTurns(Map<String, Object> workload) {
    Object pattern = workload.get("pattern");
    return Stream.of(Pattern.values())
        .anyMatch(each -> each.fillsFirst() && each.key().equals(pattern));
  }

  private static Map<Measure, Histogram> histograms(List<PhaseResult> phases) {
    Map<Measure, Histogram> all = new EnumMap<>(Measure.class);
    for (PhaseResult phase : phases) {
      phase
          .histograms()
          .forEach(
              (measure, histogram) -> all.merge(measure, histogram.copy(), MeasuredTotal::withAll));
    }
    return all;
  }

  private static Histogram withAll(Histogram sum, Histogram other) {
    sum.add(other);
    return sum;
  }
}
