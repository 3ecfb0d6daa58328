package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.INVALIDATES;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.VerdictInputs.Clocks;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.verdict.FigureUse.Damage;
import io.tidemark.verdict.Found.Reach;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;

/** Whether clocks, and the times at which sends ended, are known well enough for latencies. */
record ClockRule(RuleInput facts, Findings findings) {
  /** Fewer samples than that change no percentile up to the 99th. */
  private static final double PERCENT_THAT_MATTERS = 1;

  private static final String NEGATIVE =
      "{#latencies|end-to-end latency was|end-to-end latencies were} negative after clock"
          + " correction, {percent} of all (limit {limitPercent})";

  @Found.Type(
      as = INVALIDATES,
      value =
          "The clocks of two workers are not known well enough for the end-to-end latencies. The"
              + " error bound (at least half of the fastest round trip) exceeds `clockErrorShare`, a"
              + " clock jumped by more than a drift of 200 ppm, or more than `negativeShare` of the"
              + " latencies are negative. Only a jump damages more than end-to-end latencies and"
              + " recovery times.",
      next =
          "use workers nearer to the coordinator; do not suspend machines, and let time daemons step"
              + " rather than slew by 200 ppm or more",
      damages = Reach.FLOW,
      limits = {Threshold.CLOCK_ERROR_SHARE, Threshold.NEGATIVE_SHARE})
  interface ClockUncertain extends Found {}

  @Found.Says("the clock of worker {worker} jumped by up to {jumpNanos} during the run")
  record ClockJumped(String worker, long jumpNanos) implements ClockUncertain {}

  @Found.Says(
      "the clocks of {pair} are known to +/- {boundNanos}, {percent} of the end-to-end median "
          + "of {medianNanos} (limit {limitPercent})")
  record ClockBound(
      String pair, long boundNanos, double percent, long medianNanos, double limitPercent)
      implements ClockUncertain {}

  @Found.Says(NEGATIVE)
  record TooManyNegative(long latencies, double percent, double limitPercent)
      implements ClockUncertain {}

  @Found.Type(
      value = "Some end-to-end latencies were negative, within the limit.",
      limits = Threshold.NEGATIVE_SHARE)
  @Found.Says(NEGATIVE)
  record NegativeLatencies(long latencies, double percent, double limitPercent) implements Found {}

  @Found.Type(
      "Two processes should share a clock, but their clocks differ. The measured offset was"
          + " used. Usual causes: a copied boot id, a suspended virtual machine.")
  @Found.Says("clocks differ, the measured offset was used: {which}")
  record ClocksDiffer(String which) implements Found {}

  @Found.Type(
      "The time of 1 % or more of the acknowledgements is not exact. The message has the largest"
          + " and the mean possible error:"
          + " [plain futures](../concepts/measuring.md#when-a-send-has-ended).")
  @Found.Says(
      value =
          "{brief}: their futures were complete when sendAsync returned and have no completion "
              + "time",
      brief =
          "publish latencies of {messages} of {#acknowledged|message|messages} ({percent}) may "
              + "be too long, by up to {worstNanos} (mean {meanNanos})")
  record PublishLatencyUncertain(
      long messages, long acknowledged, double percent, long worstNanos, double meanNanos)
      implements Found {}

  static void judge(RuleInput facts, Findings findings) {
    ClockRule rule = new ClockRule(facts, findings);
    rule.clocks(facts.inputs().clocks());
    rule.negatives();
    rule.publishTimes();
  }

  private void clocks(Clocks clocks) {
    long jump = clocks.worstStepNanos();
    if (jump > 0) {
      findings.invalidates(new ClockJumped(clocks.steppedWorker(), jump), ofJump(jump));
    }
    clocks.contradictions().forEach(each -> findings.remark(new ClocksDiffer(each)));
    OptionalLong median = endToEndMedian();
    long bound = clocks.worstBoundNanos();
    if (median.isPresent() && bound > 0) {
      double percent = 100.0 * bound / Math.max(1, median.getAsLong());
      double limit = facts.limit(Threshold.CLOCK_ERROR_SHARE);
      if (percent > limit) {
        findings.invalidates(
            new ClockBound(clocks.worstPair(), bound, percent, median.getAsLong(), limit),
            damage(bound));
      }
    }
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
      double limit = facts.limit(Threshold.NEGATIVE_SHARE);
      if (percent > limit) {
        findings.invalidates(
            new TooManyNegative(negative, percent, limit),
            Damage.unknown(EnumSet.of(FigureGroup.END_TO_END_LATENCY)));
      } else {
        findings.remark(new NegativeLatencies(negative, percent, limit));
      }
    }
  }

  /** Whether publish latencies end where the driver's futures completed. */
  private void publishTimes() {
    List<Counters> phases = facts.measuredPhases().stream().map(PhaseResult::counters).toList();
    Counters all = phases.stream().reduce(Counters.ZERO, Counters::plus);
    long unstamped = all.get(Counter.UNSTAMPED_MESSAGES);
    double errorNanos =
        phases.stream()
            .mapToDouble(
                phase ->
                    (double) phase.get(Counter.UNSTAMPED_MESSAGES)
                        * phase.meanUnstampedErrorNanos())
            .sum();
    long acknowledged = all.get(Counter.ACKNOWLEDGED);
    double percent = 100.0 * unstamped / Math.max(1, acknowledged);
    if (percent >= PERCENT_THAT_MATTERS) {
      findings.remark(
          new PublishLatencyUncertain(
              unstamped,
              acknowledged,
              percent,
              all.get(Counter.UNSTAMPED_WORST_ERROR_NANOS),
              Math.floor(errorNanos / unstamped)));
    }
  }

  private OptionalLong endToEndMedian() {
    return facts.measuredPhases().stream()
        .flatMap(phase -> phase.latency(Measure.END_TO_END).stream())
        .mapToLong(LatencySummary::p50Nanos)
        .min();
  }
}
