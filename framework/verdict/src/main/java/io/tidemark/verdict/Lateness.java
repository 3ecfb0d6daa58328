package io.tidemark.verdict;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.verdict.FigureUse.Damage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * How late workers can have been, as errors of figures. In an open loop with one worker the
 * schedule delay shows it for each percentile: of 100 messages at most 5 were later than its p95,
 * so that is the error of a median. Otherwise the longest time for which a worker stood still is
 * the error of each figure.
 */
final class Lateness {
  private final RuleInput facts;
  private final List<LatencySummary> delays;

  Lateness(RuleInput facts) {
    this.facts = facts;
    this.delays =
        facts.measuredPhases().stream()
            .flatMap(phase -> phase.latency(Measure.SCHEDULE_DELAY).stream())
            .toList();
  }

  /** Returns the damage of late sends. */
  Damage ofSchedule() {
    FigureError once = error(1, 0);
    return latencies(once, once);
  }

  /** Returns the damage by a process that stood still, in an open loop, which catches up. */
  Damage ofStalls() {
    double stall = facts.samples().longestStallNanos(facts.measuredNames());
    // A message is sent and received, each of which may be late.
    return latencies(error(1, stall), error(2, stall))
        .and(
            FigureGroup.RECOVERY,
            FigureError.ofNanos(facts.samples().longestStallNanos(facts.loadNames())));
  }

  /**
   * Returns the damage by a process that stood still.
   *
   * @param ratePercent what the rate of a closed loop can have lost; empty if not known
   */
  Damage ofStalls(OptionalDouble ratePercent) {
    return facts.closedLoop()
        ? ofStalls()
            .and(
                FigureGroup.RATES,
                ratePercent.isPresent()
                    ? FigureError.ofPercent(ratePercent.getAsDouble())
                    : FigureError.UNKNOWN)
        : ofStalls();
  }

  private static Damage latencies(FigureError once, FigureError twice) {
    return Damage.NONE
        .and(FigureGroup.PUBLISH_LATENCY, once)
        .and(FigureGroup.ROUND_TRIP_LATENCY, twice)
        .and(FigureGroup.END_TO_END_LATENCY, twice);
  }

  private FigureError error(int times, double stallNanos) {
    Map<String, Double> nanos = new LinkedHashMap<>();
    if (facts.inputs().workers().size() == 1 && !facts.closedLoop()) {
      nanos.put("p50", times * worst(LatencySummary::p95Nanos));
      nanos.put("p95", times * worst(LatencySummary::p99Nanos));
      nanos.put("p99", times * worst(LatencySummary::p999Nanos));
      nanos.put("p99.9", times * worst(LatencySummary::p9999Nanos));
      nanos.put("mean", times * worst(LatencySummary::meanNanos));
    }
    nanos.put(FigureError.MAX, times * Math.max(stallNanos, worst(LatencySummary::maxNanos)));
    return FigureError.ofNanos(nanos);
  }

  private double worst(ToDoubleFunction<LatencySummary> figure) {
    return delays.stream().mapToDouble(figure).max().orElse(0);
  }
}
