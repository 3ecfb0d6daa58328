package io.tidemark.verdict;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.VerdictInputs.Clocks;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import java.util.EnumSet;
import java.util.OptionalLong;

/** Whether clocks were known well enough for end-to-end latencies. */
final class ClockRule {
  private final RuleInput facts;
  private final Findings findings;

  ClockRule(RuleInput facts, Findings findings) {
    this.facts = facts;
    this.findings = findings;
  }

  void judge() {
    Clocks clocks = facts.inputs().clocks();
    if (clocks.worstStepNanos() > 0) {
      findings.invalidates(
          FindingCode.CLOCK_UNCERTAIN,
          "the clock of worker %s jumped by up to %s during the run"
              .formatted(clocks.steppedWorker(), Text.nanos(clocks.worstStepNanos())),
          ofJump(clocks.worstStepNanos()));
    }
    clocks
        .contradictions()
        .forEach(
            each ->
                findings.remark(
                    FindingCode.CLOCKS_DIFFER,
                    "clocks differ, the measured offset was used: " + each));
    OptionalLong median = endToEndMedian();
    if (median.isPresent() && clocks.worstBoundNanos() > 0) {
      double percent = 100.0 * clocks.worstBoundNanos() / Math.max(1, median.getAsLong());
      if (percent > facts.limit(Threshold.CLOCK_ERROR_SHARE)) {
        findings.invalidates(
            FindingCode.CLOCK_UNCERTAIN,
            "the clocks of %s are known to +/- %s, %s of the end-to-end median of %s (limit %s)"
                .formatted(
                    clocks.worstPair(),
                    Text.nanos(clocks.worstBoundNanos()),
                    Text.percent(percent),
                    Text.nanos(median.getAsLong()),
                    Text.percent(facts.limit(Threshold.CLOCK_ERROR_SHARE))),
            damage(clocks.worstBoundNanos()));
      }
    }
    negatives();
  }

  private static Damage damage(long nanos) {
    FigureError error = FigureError.ofNanos(nanos);
    return Damage.NONE.and(FigureGroup.END_TO_END_LATENCY, error).and(FigureGroup.RECOVERY, error);
  }

  /**
   * What was under way, or was counted near the limit of a phase or a sample, is wrong by the jump,
   * also where only one clock measures.
   */
  private Damage ofJump(long nanos) {
    long shortest =
        facts.measuredPhases().stream().mapToLong(PhaseResult::lengthNanos).min().orElse(0);
    double percent = shortest <= nanos ? 100 : 100.0 * nanos / shortest;
    FigureError error = FigureError.ofNanos(nanos);
    return damage(nanos)
        .and(FigureGroup.PUBLISH_LATENCY, error)
        .and(FigureGroup.ROUND_TRIP_LATENCY, error)
        .and(FigureGroup.RATES, FigureError.ofPercent(percent));
  }

  private void negatives() {
    long negative = 0;
    long measured = 0;
    for (PhaseResult phase : facts.measuredPhases()) {
      negative += phase.counters().get(Counter.NEGATIVE_END_TO_END);
      measured += phase.latency(Measure.END_TO_END).map(LatencySummary::count).orElse(0L);
    }
    if (negative > 0) {
      double percent = 100.0 * negative / (negative + measured);
      String text =
          "%s end-to-end latencies were negative after clock correction, %s of all (limit %s)"
              .formatted(
                  Text.count(negative),
                  Text.percent(percent),
                  Text.percent(facts.limit(Threshold.NEGATIVE_SHARE)));
      if (percent > facts.limit(Threshold.NEGATIVE_SHARE)) {
        findings.invalidates(
            FindingCode.CLOCK_UNCERTAIN,
            text,
            Damage.unknown(EnumSet.of(FigureGroup.END_TO_END_LATENCY)));
      } else {
        findings.remark(FindingCode.NEGATIVE_LATENCIES, text);
      }
    }
  }

  private OptionalLong endToEndMedian() {
    return facts.measuredPhases().stream()
        .flatMap(phase -> phase.latency(Measure.END_TO_END).stream())
        .mapToLong(LatencySummary::p50Nanos)
        .min();
  }
}
