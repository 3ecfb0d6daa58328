package io.tidemark.verdict;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.result.Intended;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.finish.QueueTrend;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.PhaseScale;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;
import io.tidemark.verdict.ScheduleRule.Phases;
import io.tidemark.verdict.ScheduleRule.RateNotMet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Whether broker and consumers kept up with an open loop that kept its schedule: what was sent was
 * acknowledged (or answered), and neither the sends without an answer nor the backlog grew over the
 * phase. One finding for each cause, over all phases.
 */
final class ThroughputRule {
  private static final Set<String> CONSUMERS_HELD =
      Set.of(PhaseNames.FILL, PhaseNames.BACKLOG_BUILD, PhaseNames.BACKLOG_DRAIN);

  /** Sends or requests were refused, or had no answer. */
  @Found.Says(
      value =
          "{brief}: {#failed|send|sends} failed, {silent} had no {requests|reply in "
              + "time|answer}",
      brief =
          "{in}of {sent} {requests|request|send}{sent||s}, {#answered|was|were} "
              + "{requests|answered in time|acknowledged} ({percent} of the {intended} intended, "
              + "limit {limitPercent})")
  record AnswersMissing(
      @JsonUnwrapped Phases in,
      boolean requests,
      long sent,
      long answered,
      double percent,
      long intended,
      double limitPercent,
      long failed,
      long silent)
      implements RateNotMet {}

  /** The broker answered more and more slowly. */
  @Found.Says(
      value =
          "{brief}, below the in-flight cap of {capPerProducer} for each producer; median "
              + "{requests|round trip|publish latency} {medianNanos}",
      brief =
          "{in}the broker answered {answeredPerSecond} of {intendedPerSecond}: the sends "
              + "without an answer grew from {openAtFirst} to {openAtLast}")
  record AnswersSlow(
      @JsonUnwrapped Phases in,
      boolean requests,
      double answeredPerSecond,
      double intendedPerSecond,
      long openAtFirst,
      long openAtLast,
      int capPerProducer,
      long medianNanos)
      implements RateNotMet {}

  @Found.Says(
      value =
          "{in}consumers received {receivedPerSecond} of {intendedPerSecond}: the backlog grew "
              + "from {backlogAtFirst} to {#backlogAtLast|message|messages}",
      next = "use more consumers, lower the rate, or search for the limit")
  record ConsumersSlow(
      @JsonUnwrapped Phases in,
      double receivedPerSecond,
      double intendedPerSecond,
      long backlogAtFirst,
      long backlogAtLast)
      implements RateNotMet {}

  private final RuleInput facts;
  private final Workload workload;
  private final double requiredPercent;
  private final double consumedPercent;

  /** A phase that did not keep up; the worst has the largest share. */
  private record Shortfall(
      PhaseResult phase, double share, Function<Phases, RateNotMet> ofPhases) {}

  private interface Look {
    void at(PhaseResult phase, Intended intended, List<Shortfall> found);
  }

  ThroughputRule(RuleInput facts) {
    this.facts = facts;
    this.workload = facts.workload();
    this.requiredPercent = facts.limit(Threshold.ACHIEVED_RATE);
    this.consumedPercent = Math.min(requiredPercent, facts.limit(Threshold.CONSUMED_RATE));
  }

  void judge(ScheduleRule schedule, Findings findings) {
    if (!facts.completed()) {
      return; // Unanswered sends of an aborted run are not checked.
    }
    report(schedule, this::answers, findings);
    report(schedule, this::acknowledgements, findings);
    if (workload.pattern() != Pattern.REQUEST_REPLY && consumedPercent > 0) {
      report(schedule, this::consumption, findings);
    }
  }

  private void report(ScheduleRule schedule, Look look, Findings findings) {
    List<Shortfall> found = new ArrayList<>();
    for (PhaseResult phase : facts.measuredPhases()) {
      if (schedule.sentEnough(phase)) {
        facts.intended(phase).ifPresent(intended -> look.at(phase, intended, found));
      }
    }
    List<String> phases = found.stream().map(each -> each.phase().name()).toList();
    found.stream()
        .reduce((a, b) -> b.share() > a.share() ? b : a)
        .map(worst -> worst.ofPhases().apply(new Phases(phases, worst.phase().name())))
        .ifPresent(findings::fails);
  }

  /** Refusals, and sends or requests that were never answered. */
  private void answers(PhaseResult phase, Intended intended, List<Shortfall> found) {
    boolean asks = workload.pattern() == Pattern.REQUEST_REPLY;
    long sent = phase.counters().get(Counter.SENT);
    long answered =
        asks ? phase.counters().get(Counter.ANSWERED) : phase.counters().get(Counter.ACKNOWLEDGED);
    long missing = sent - answered;
    double unexplained = Math.max(0, missing - facts.excused(phase));
    // What was sent has no chance left: random arrivals excuse no missing answer.
    if (intended.percent(intended.messages() - unexplained) >= requiredPercent) {
      return;
    }
    long failed = phase.counters().get(Counter.FAILED);
    found.add(
        new Shortfall(
            phase,
            missing / intended.messages(),
            in ->
                new AnswersMissing(
                    in,
                    asks,
                    sent,
                    answered,
                    intended.percent(answered),
                    (long) intended.messages(),
                    requiredPercent,
                    failed,
                    Math.max(0, missing - failed))));
  }

  /** The broker answers more and more slowly. Missing answers have another cause. */
  private void acknowledgements(PhaseResult phase, Intended intended, List<Shortfall> found) {
    QueueTrend trend = facts.samples().inFlight(phase.name());
    if (!grows(trend, intended, phase, requiredPercent, phase.counters().unanswered())) {
      return;
    }
    boolean asks = workload.pattern() == Pattern.REQUEST_REPLY;
    Measure measure = asks ? Measure.ROUND_TRIP : Measure.PUBLISH_LATENCY;
    double answered =
        asks ? phase.perSecond(Counter.ANSWERED) : phase.perSecond(Counter.ACKNOWLEDGED);
    found.add(
        new Shortfall(
            phase,
            (trend.atLast() - trend.atFirst()) / intended.messages(),
            in ->
                new AnswersSlow(
                    in,
                    asks,
                    answered,
                    phase.intendedRatePerSecond().orElse(0.0),
                    trend.atFirst(),
                    trend.atLast(),
                    facts.inputs().maxInFlightPerProducer(),
                    phase.latency(measure).map(LatencySummary::p50Nanos).orElse(0L))));
  }

  /** Consumers receive less than is published. Lost messages do not count as backlog. */
  private void consumption(PhaseResult phase, Intended intended, List<Shortfall> found) {
    boolean none =
        PhaseScale.in(workload, phase.name()).consumers().filter(n -> n == 0).isPresent();
    if (none
        || CONSUMERS_HELD.contains(phase.name())
        || workload.pattern() == Pattern.CONSUME_ONLY) {
      return;
    }
    Intended deliveries =
        facts.intended(intended.messages() * workload.destinations().subscriptionsPerTopic());
    QueueTrend trend = facts.samples().backlog(phase.name());
    if (!grows(trend, deliveries, phase, consumedPercent, lost())) {
      return;
    }
    found.add(
        new Shortfall(
            phase,
            (trend.atLast() - trend.atFirst()) / deliveries.messages(),
            in ->
                new ConsumersSlow(
                    in,
                    phase.perSecond(Counter.RECEIVED),
                    phase.intendedRatePerSecond().orElse(0.0)
                        * workload.destinations().subscriptionsPerTopic(),
                    trend.atFirst(),
                    trend.atLast())));
  }

  /** Messages outstanding at the end of the wait may be backlog instead of lost. */
  private long lost() {
    boolean wasArriving =
        facts
            .ended(PhaseNames.DRAIN)
            .filter(end -> !end.conditionMet())
            .filter(end -> end.lengthNanos() >= workload.consumers().drainTimeout().toNanos())
            .isPresent();
    return wasArriving ? 0 : facts.run().delivery().lost().orElse(0L);
  }

  /**
   * Whether the growth is more than the share that may be missing: over the middle third of the
   * phase, or, as after an outage near the end, at the end by more than a second's messages.
   *
   * @param percent that must not be missing
   * @param gone messages that do not leave the queue for another reason
   */
  private boolean grows(
      QueueTrend trend, Intended intended, PhaseResult phase, double percent, long gone) {
    double third = intended.messages() / 3;
    boolean steadily =
        trend.growth().isPresent()
            && !facts.intended(third).isMet(third - (trend.growth().getAsLong() - gone), percent);
    double atEnd = (double) trend.atLast() - trend.atFirst() - gone;
    double ofOneSecond = intended.messages() / (phase.lengthNanos() / 1e9);
    return steadily
        || (atEnd > ofOneSecond && !intended.isMet(intended.messages() - atEnd, percent));
  }
}
