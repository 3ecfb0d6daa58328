package io.tidemark.verdict;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.Intended;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.NeverSent;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.verdict.Blame.Who;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether an open loop kept its schedule, and if not, the cause. One finding for each cause, over
 * all phases.
 */
final class ScheduleRule {
  /** Below this share of the intended rate, a lower rate is the way to valid figures. */
  private static final double FAR_ABOVE_PERCENT = 90;

  /** After such a silence the broker was away, and not too slow. */
  private static final long OUTAGE_NANOS = 5_000_000_000L;

  private final RuleInput facts;
  private final List<Miss> misses = new ArrayList<>();

  /** A phase that missed its schedule. */
  private record Miss(PhaseResult phase, Intended intended, boolean tooFew, Blame blame) {
    long p99() {
      return phase.latency(Measure.SCHEDULE_DELAY).map(LatencySummary::p99Nanos).orElse(0L);
    }

    double percent() {
      return intended.percent(phase.counters().get(Counter.SENT));
    }

    /** Findings of one kind have one cause. */
    String kind() {
      return blame.who() + (blame.who().isUnderTest() && !tooFew ? " held back" : "");
    }

    boolean worseThan(Miss other) {
      return tooFew == other.tooFew
          ? tooFew ? percent() < other.percent() : p99() > other.p99()
          : tooFew;
    }
  }

  ScheduleRule(RuleInput facts) {
    this.facts = facts;
    if (facts.inputs().ending() == Ending.FAILED) {
      return; // What failed has a finding, and the messages that were not sent are its effect.
    }
    for (PhaseResult phase : facts.measuredPhases()) {
      facts.intended(phase).ifPresent(intended -> look(phase, intended));
    }
  }

  private void look(PhaseResult phase, Intended intended) {
    long p99 = phase.latency(Measure.SCHEDULE_DELAY).map(LatencySummary::p99Nanos).orElse(0L);
    // What is not sent because of a fault is its effect; so are messages that are late after it.
    double accounted = phase.counters().get(Counter.SENT) + facts.excused(phase);
    boolean tooFew = !intended.isMet(accounted, facts.limit(Threshold.ACHIEVED_RATE));
    boolean tooLate = p99 > facts.limit(Threshold.SCHEDULE_DELAY_P99) && !facts.affected(phase);
    if (tooFew || tooLate) {
      misses.add(new Miss(phase, intended, tooFew, Blame.forMissedSchedule(facts, phase, tooFew)));
    }
  }

  /** Whether a generator missed its schedule because of missing CPU time. */
  boolean missedByMachine() {
    return misses.stream().anyMatch(miss -> miss.blame().who() == Who.MACHINE);
  }

  /**
   * That the rate is far too high, with what was reached in the worst phase; empty if it is not.
   */
  String tooFast() {
    return misses.stream().reduce(ScheduleRule::worse).map(this::tooFast).orElse("");
  }

  /** By time: what was overdue from before is sent as well. */
  private String tooFast(Miss miss) {
    double reached = miss.phase().perSecond(Counter.SENT);
    double intended = miss.phase().intendedRatePerSecond().orElse(0.0);
    Who who = miss.blame().who();
    if (!miss.tooFew()
        || !facts.completed()
        || reached == 0
        || facts.samples().longestSilenceNanos() > OUTAGE_NANOS
        || 100 * reached >= FAR_ABOVE_PERCENT * intended
        || !(who.isUnderTest() || who.isGenerator())) {
      return "";
    }
    boolean machine = who.isGenerator() || facts.inputs().coLocated();
    return "; the %s took %s of %s; lower the rate, or search"
        .formatted(machine ? "machine" : "broker", Text.rate(reached), Text.rate(intended));
  }

  private static Miss worse(Miss a, Miss b) {
    return b.worseThan(a) ? b : a;
  }

  /** Whether the messages of this phase were sent on schedule. */
  boolean sentEnough(PhaseResult phase) {
    return misses.stream().noneMatch(miss -> miss.tooFew() && miss.phase() == phase);
  }

  /**
   * @param generatorLate whether other findings show that a generator was not on time
   */
  void report(boolean generatorLate, Findings findings) {
    Map<String, List<Miss>> byCause = new LinkedHashMap<>();
    misses.forEach(
        miss -> byCause.computeIfAbsent(miss.kind(), key -> new ArrayList<>()).add(miss));
    byCause.values().forEach(same -> report(same, generatorLate, findings));
  }

  private void report(List<Miss> same, boolean generatorLate, Findings findings) {
    Miss worst = same.stream().reduce(ScheduleRule::worse).orElseThrow();
    String missed =
        Text.phases(same.stream().map(miss -> miss.phase().name()).toList(), worst.phase().name())
            + figures(worst)
            + tooFast(worst);
    Blame blame = worst.blame();
    if (blame.who().isUnderTest()) {
      if (worst.tooFew()) {
        findings.fails(FindingCode.RATE_NOT_MET, missed + "; " + blame.evidence() + limits());
      } else {
        findings.remark(
            FindingCode.SCHEDULE_HELD_BACK,
            missed
                + "; "
                + blame.evidence()
                + ". Response times start at the scheduled time and include it");
      }
      return;
    }
    findings.invalidates(
        FindingCode.SCHEDULE_MISSED,
        missed
            + (generatorLate && blame.who().isGenerator()
                ? "; the generator could not keep up, see the other findings: "
                : "; ")
            + blame.evidence()
            + limits(),
        damage(same, worst));
  }

  /** A late schedule changes latencies; one that is not kept also rates. */
  private Damage damage(List<Miss> same, Miss worst) {
    if (!worst.tooFew()) {
      return new Lateness(facts).ofSchedule();
    }
    Damage damage =
        Damage.unknown(Damage.LATENCIES) // The messages that were not sent have none.
            .and(FigureGroup.RATES, FigureError.ofPercent(100 - worst.percent()));
    boolean recovers = same.stream().anyMatch(miss -> facts.affected(miss.phase()));
    return recovers ? damage.and(FigureGroup.RECOVERY, FigureError.UNKNOWN) : damage;
  }

  private String figures(Miss miss) {
    PhaseResult phase = miss.phase();
    long sent = phase.counters().get(Counter.SENT);
    double sentPerSecond = phase.perSecond(Counter.SENT);
    long before = Math.round(sentPerSecond * phase.lengthNanos() / 1e9) - sent;
    NeverSent behind = facts.neverSent();
    return "sent %s of %s intended messages (%s; %s of %s)%s%s%s"
        .formatted(
            Text.count(sent),
            Text.count((long) miss.intended().messages()),
            Text.percent(miss.percent(), facts.limit(Threshold.ACHIEVED_RATE)),
            Text.rate(sentPerSecond),
            Text.rate(phase.intendedRatePerSecond().orElse(0.0)),
            before > facts.inputs().producers()
                ? ", and %s that had been due before".formatted(Text.count(before))
                : "",
            phase
                .latency(Measure.SCHEDULE_DELAY)
                .map(
                    delay ->
                        ", schedule delay p99 %s, max %s"
                            .formatted(Text.nanos(delay.p99Nanos()), Text.nanos(delay.maxNanos())))
                .orElse(""),
            behind.messages() > 0
                ? ", %s messages behind at the end, by up to %s"
                    .formatted(Text.count(behind.messages()), Text.nanos(behind.overdueNanos()))
                : "");
  }

  private String limits() {
    return " (limits: at least %s of the messages, p99 at most %s)"
        .formatted(
            Text.percent(facts.limit(Threshold.ACHIEVED_RATE)),
            Text.nanos(facts.limit(Threshold.SCHEDULE_DELAY_P99)));
  }
}
