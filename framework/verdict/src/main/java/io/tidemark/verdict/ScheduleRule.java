package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.FAILS;
import static io.tidemark.model.result.Verdict.Severity.INVALIDATES;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.Intended;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.verdict.Blame.Who;
import io.tidemark.verdict.FigureUse.Damage;
import io.tidemark.verdict.Found.Reach;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether an open loop kept its schedule, and if not, the cause. One finding for each cause, over
 * all phases.
 */
final class ScheduleRule {
  /** Below this share of the intended rate, a lower rate is the way to valid figures. */
  private static final double FAR_ABOVE_PERCENT = 90;

  /** After such a silence the broker was away, and not too slow. */
  private static final long OUTAGE_NANOS = 5_000_000_000L;

  /** That the rate is far too high: a lower one is the way to valid figures. */
  record TooFast(String limitedBy, double reachedPerSecond, double plannedPerSecond) {
    static final String SAYS = "[; the {limitedBy} took {reachedPerSecond} of {plannedPerSecond}]";
  }

  /** The phases of a finding, of which one is the worst. */
  record Phases(List<String> phases, String worst) {
    @Override
    public String toString() {
      return phases.size() == 1
          ? "phase " + worst + ": "
          : "phases " + String.join(", ", phases) + ": the worst is " + worst + ": ";
    }
  }

  /**
   * How late the load was in the worst of the phases with one cause.
   *
   * @param dueBefore sent messages that had been due before the phase; 0 for a few
   * @param behind messages that were never sent
   */
  record Late(
      @JsonUnwrapped Phases in,
      long sent,
      long intended,
      double percent,
      double sentPerSecond,
      double intendedPerSecond,
      long dueBefore,
      Optional<Long> delayP99Nanos,
      Optional<Long> delayMaxNanos,
      long behind,
      long behindNanos,
      double limitPercent,
      double limitP99Nanos,
      @JsonUnwrapped @Nullable TooFast tooFast) {
    static final String BRIEF =
        "{in}sent {sent} of {intended} intended messages ({percent}; {sentPerSecond} of"
            + " {intendedPerSecond})";
    static final String SAYS =
        BRIEF
            + "[, and {dueBefore} that had been due before]"
            + "[, schedule delay p99 {delayP99Nanos}, max {delayMaxNanos}]"
            + "[, {#behind|message|messages} behind at the end, by up to {behindNanos}]"
            + TooFast.SAYS
            + "; ";
    static final String LIMITS =
        " (limits: at least {limitPercent} of the messages, p99 at most {limitP99Nanos})";
  }

  @Found.Type(
      as = INVALIDATES,
      value =
          "Open loop: too few messages were sent, or too late, because of the load generator. The"
              + " message has the cause: load threads could not run, send calls used up their CPU, a"
              + " load thread has too many producers, a lease expired, or calls of the coordinator"
              + " took so long that workers learned too late that the phase begins.",
      next = "lower the rate, search for the limit, or use more workers or more cores",
      damages = Reach.FLOW,
      limits = {Threshold.ACHIEVED_RATE, Threshold.SCHEDULE_DELAY_P99})
  @Found.Says(
      value =
          Late.SAYS
              + "{seeOtherFindings|the generator could not keep up, see the other findings: |}"
              + "{evidence}"
              + Late.LIMITS,
      brief = Late.BRIEF + ", because of {who}")
  record ScheduleMissed(
      @JsonUnwrapped Late late, @JsonUnwrapped Blame blame, boolean seeOtherFindings)
      implements Found {}

  @Found.Type(
      as = FAILS,
      value =
          "Open loop: the system under test did not keep up with the intended rate. The"
              + " message names the cause: [the"
              + " rule](judging.md#when-the-system-under-test-does-not-keep-up).",
      next = "lower the rate, or search for the limit; if send calls block, use more producers",
      limits = {Threshold.ACHIEVED_RATE, Threshold.CONSUMED_RATE})
  interface RateNotMet extends Found {}

  @Found.Says(
      value = Late.SAYS + "{evidence}" + Late.LIMITS,
      brief = Late.BRIEF + ", because of {who}")
  record SentTooFew(@JsonUnwrapped Late late, @JsonUnwrapped Blame blame) implements RateNotMet {
    @Override
    public String next() {
      return blame.who() == Who.SENDS
          ? "use more producers, or lower the rate"
          : RateNotMet.super.next();
    }
  }

  @Found.Type(
      value =
          "The broker or the driver's send calls delayed the load for a while; the rate was met."
              + " Response times include the delay.",
      limits = Threshold.SCHEDULE_DELAY_P99)
  @Found.Says(
      value = Late.SAYS + "{evidence}. Response times start at the scheduled time and include it",
      brief = Late.BRIEF + ", held back by {who}")
  record ScheduleHeldBack(@JsonUnwrapped Late late, @JsonUnwrapped Blame blame) implements Found {}

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

  /** In the worst phase; empty if the rate is not far too high. */
  Optional<TooFast> tooFast() {
    return misses.stream().reduce(ScheduleRule::worse).map(this::tooFast);
  }

  /** By time: what was overdue from before is sent as well. */
  private @Nullable TooFast tooFast(Miss miss) {
    double reached = miss.phase().perSecond(Counter.SENT);
    double intended = miss.phase().intendedRatePerSecond().orElse(0.0);
    Who who = miss.blame().who();
    if (!miss.tooFew()
        || !facts.completed()
        || reached == 0
        || facts.samples().longestSilenceNanos() > OUTAGE_NANOS
        || 100 * reached >= FAR_ABOVE_PERCENT * intended
        || !(who.isUnderTest() || who.isGenerator())) {
      return null;
    }
    boolean machine = who.isGenerator() || facts.inputs().coLocated();
    return new TooFast(machine ? "machine" : "broker", reached, intended);
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
    Late late = late(same, worst);
    Blame blame = worst.blame();
    if (!blame.who().isUnderTest()) {
      boolean others = generatorLate && blame.who().isGenerator();
      findings.invalidates(new ScheduleMissed(late, blame, others), damage(same, worst));
    } else if (worst.tooFew()) {
      findings.fails(new SentTooFew(late, blame));
    } else {
      findings.remark(new ScheduleHeldBack(late, blame));
    }
  }

  /** A late schedule changes latencies; one that is not kept also rates. */
  private Damage damage(List<Miss> same, Miss worst) {
    if (!worst.tooFew()) {
      return new Lateness(facts).ofSchedule();
    }
    Damage damage =
        Damage.unknown(Reach.LATENCIES.groups()) // The messages that were not sent have none.
            .and(FigureGroup.RATES, FigureError.ofPercent(100 - worst.percent()));
    boolean recovers = same.stream().anyMatch(miss -> facts.affected(miss.phase()));
    return recovers ? damage.and(FigureGroup.RECOVERY, FigureError.UNKNOWN) : damage;
  }

  private Late late(List<Miss> same, Miss worst) {
    PhaseResult phase = worst.phase();
    long sent = phase.counters().get(Counter.SENT);
    double sentPerSecond = phase.perSecond(Counter.SENT);
    long before = Math.round(sentPerSecond * phase.lengthNanos() / 1e9) - sent;
    Optional<LatencySummary> delay = phase.latency(Measure.SCHEDULE_DELAY);
    return new Late(
        new Phases(same.stream().map(miss -> miss.phase().name()).toList(), phase.name()),
        sent,
        (long) worst.intended().messages(),
        worst.percent(),
        sentPerSecond,
        phase.intendedRatePerSecond().orElse(0.0),
        before > facts.inputs().producers() ? before : 0,
        delay.map(LatencySummary::p99Nanos),
        delay.map(LatencySummary::maxNanos),
        facts.neverSent().messages(),
        facts.neverSent().overdueNanos(),
        facts.limit(Threshold.ACHIEVED_RATE),
        facts.limit(Threshold.SCHEDULE_DELAY_P99),
        tooFast(worst));
  }
}
