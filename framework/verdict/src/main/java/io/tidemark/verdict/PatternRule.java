package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.FAILS;
import static io.tidemark.model.result.Verdict.Severity.INVALIDATES;

import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.verdict.Found.Reach;
import java.util.Optional;

/** What the pattern of a run came to: search, backlog, fill, failover and drain. */
final class PatternRule {
  @Found.Type(
      as = FAILS,
      value =
          "The search for the highest sustainable rate ended without close, confirmed bounds. The"
              + " message has the reason and both bounds. [What to"
              + " do](../how-to/find-the-highest-rate.md#when-it-does-not-converge).",
      next = "see docs/how-to/find-the-highest-rate.md: when it does not converge")
  @Found.Says(
      value = "{brief}; the last that passed: {passed}, the first that failed: {failed}",
      brief = "the limit of the system was not determined: {reason}")
  record SearchNotConverged(String reason, String passed, String failed) implements Found {}

  @Found.Type(
      as = INVALIDATES,
      value = "The backlog of `consumerBacklogSizeGB` was not reached in time.",
      next = "use a higher rate or a smaller backlog",
      damages = Reach.FLOW)
  @Found.Says("after {lengthNanos} the backlog was {messages} of {#wanted|message|messages}")
  record BacklogNotBuilt(long lengthNanos, long messages, long wanted) implements Found {}

  @Found.Type("Times to build and to drain the backlog.")
  interface Backlog extends Found {}

  @Found.Says("backlog built in {lengthNanos}")
  record BacklogBuilt(long lengthNanos) implements Backlog {}

  @Found.Says("a backlog of {messages} drained in {lengthNanos}")
  record BacklogDrained(long messages, long lengthNanos) implements Backlog {}

  @Found.Type("The backlog was not drained in time.")
  @Found.Says(
      "after {lengthNanos} {left} of {#messages|message|messages} of the backlog "
          + "{left|was|were} left")
  record BacklogNotDrained(long lengthNanos, long left, long messages) implements Found {}

  @Found.Type("Confirmed messages that a failover lost, and the time it took.")
  @Found.Says(
      "{failure}; of {#confirmed|confirmed message|confirmed messages}, [{#missing|is|are} "
          + "missing][else it is not known how many are missing] at the standby; [the first message "
          + "was read there {firstMessageNanos} after the failure][else no message was read there]")
  record Failover(
      String failure, long confirmed, Optional<Long> missing, Optional<Long> firstMessageNanos)
      implements Found {}

  @Found.Type("Rate, time and peak backlog of the fill and of the drain.")
  interface FillThenDrain extends Found {}

  @Found.Says("fill: {ratePerSecond} in {nanos}, peak backlog {peakBacklog}")
  record Filled(double ratePerSecond, long nanos, long peakBacklog) implements FillThenDrain {}

  @Found.Says(
      "drain: {ratePerSecond} in {nanos} from the first arrival to the last, {waitedNanos} of "
          + "waiting not counted")
  record Drained(double ratePerSecond, long nanos, long waitedNanos) implements FillThenDrain {}

  @Found.Type(
      "Messages were still missing when the run stopped waiting for them. Messages that count as"
          + " lost may only have been late.")
  interface DrainIncomplete extends Found {}

  @Found.Says(
      "messages were outstanding when the run stopped waiting; messages counted as lost may "
          + "only have been late")
  record StillMissing() implements DrainIncomplete {}

  /** What arrived after the drain, perhaps while the run waited for the broker's counts. */
  @Found.Says(
      "{#messages|message was|messages were} outstanding when the run stopped waiting; "
          + "{messages|it|they} arrived [in the {waitedNanos} in which it waited for the broker's "
          + "counts][else just afterwards]")
  record ArrivedLater(long messages, Optional<Long> waitedNanos) implements DrainIncomplete {}

  private PatternRule() {}

  static void judge(RuleInput facts, Findings findings) {
    facts
        .run()
        .search()
        .filter(search -> !search.converged())
        .map(PatternRule::of)
        .ifPresent(findings::fails);
    for (PhaseEnd end : facts.inputs().phaseEnds()) {
      if (end.phase().equals(PhaseNames.BACKLOG_BUILD)) {
        built(end, facts, findings);
      } else if (end.phase().equals(PhaseNames.BACKLOG_DRAIN)) {
        long peak = facts.inputs().peakBacklogMessages();
        findings.remark(
            end.conditionMet()
                ? new BacklogDrained(peak, end.lengthNanos())
                : new BacklogNotDrained(end.lengthNanos(), end.backlogMessages(), peak));
      }
    }
    if (facts.workload().pattern() == Pattern.FILL_THEN_DRAIN) {
      facts.measuredPhases().forEach(phase -> findings.remark(fillOrDrain(phase, facts)));
    }
    facts.run().failover().map(PatternRule::of).ifPresent(findings::remark);
    drainEnd(facts, findings);
  }

  private static Found of(SearchReport search) {
    return new SearchNotConverged(
        search.reason(),
        search.passed().map(each -> SearchReport.text(search.over(), each)).orElse("none"),
        search.failed().map(each -> SearchReport.text(search.over(), each)).orElse("none"));
  }

  private static Found of(FailoverReport failover) {
    return new Failover(
        failover.failure(), failover.confirmed(), failover.missing(), failover.firstMessageNanos());
  }

  private static void built(PhaseEnd end, RuleInput facts, Findings findings) {
    if (end.conditionMet()) {
      findings.remark(new BacklogBuilt(end.lengthNanos()));
    } else {
      long wanted = facts.workload().backlogMessages();
      findings.invalidates(new BacklogNotBuilt(end.lengthNanos(), end.backlogMessages(), wanted));
    }
  }

  private static Found fillOrDrain(PhaseResult phase, RuleInput facts) {
    Throughput byTime = phase.byTime();
    return phase.name().equals(PhaseNames.FILL)
        ? new Filled(
            byTime.perSecond(Counter.ACKNOWLEDGED),
            byTime.sendingNanos(),
            facts.inputs().peakBacklogMessages())
        : new Drained(
            byTime.perSecond(Counter.RECEIVED),
            byTime.receivingNanos(),
            byTime.sendingNanos() - byTime.receivingNanos());
  }

  private static void drainEnd(RuleInput facts, Findings findings) {
    Optional<PhaseEnd> drain = facts.ended(PhaseNames.DRAIN);
    if (drain.isEmpty() || facts.inputs().drained()) {
      return;
    }
    if (facts.inputs().messagesMissing()) {
      findings.remark(new StillMissing());
    } else if (drain.get().backlogMessages() > 0) {
      findings.remark(
          new ArrivedLater(
              drain.get().backlogMessages(),
              facts.ended(PhaseNames.BROKER_COUNTS).map(PhaseEnd::lengthNanos)));
    }
  }
}
