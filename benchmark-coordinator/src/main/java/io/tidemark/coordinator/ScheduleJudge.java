package io.tidemark.coordinator;

import io.tidemark.model.result.Intended;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.worker.Measure;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether an open loop kept its schedule, and if not, who held it up: the broker (the in-flight cap
 * was reached, or producers were blocked) or the generator (late although nothing held it back).
 */
final class ScheduleJudge {
  private static final double BUSY_PERCENT = 90;

  private final RunFacts facts;
  private final Workload workload;

  ScheduleJudge(RunFacts facts) {
    this.facts = facts;
    this.workload = facts.workload();
  }

  void judge(boolean generatorLate, Findings findings) {
    for (PhaseResult phase : facts.measuredPhases()) {
      if (phase.intendedRatePerSecond().isPresent() && phase.lengthNanos() > 0) {
        judge(phase, phase.intendedRatePerSecond().get(), generatorLate, findings);
      }
    }
  }

  private void judge(
      PhaseResult phase, double intendedPerSecond, boolean generatorLate, Findings findings) {
    double seconds = phase.lengthNanos() / 1e9;
    Intended intended = intended(phase, intendedPerSecond * seconds);
    double achievedPercent = intended.percent(phase.counters().sent());
    Optional<LatencySummary> delay = phase.latency(Measure.SCHEDULE_DELAY);
    long p99 = delay.map(LatencySummary::p99Nanos).orElse(0L);
    boolean tooFew = !intended.isMet(phase.counters().sent(), Threshold.ACHIEVED_RATE.in(workload));
    boolean late = p99 > Threshold.SCHEDULE_DELAY_P99.in(workload);
    if (!tooFew && !late) {
      return;
    }
    String missed =
        "phase %s: sent %s of %s intended messages (%s; %s of %s), schedule delay p99 %s, max %s%s"
            .formatted(
                phase.name(),
                Text.count(phase.counters().sent()),
                Text.count((long) intended.messages()),
                Text.percent(achievedPercent, Threshold.ACHIEVED_RATE.in(workload)),
                Text.rate(phase.counters().sent() / seconds),
                Text.rate(intendedPerSecond),
                Text.nanos(p99),
                Text.nanos(delay.map(LatencySummary::maxNanos).orElse(0L)),
                facts.neverSent().messages() > 0
                    ? ", "
                        + Text.count(facts.neverSent().messages())
                        + " messages behind at the end"
                    : "");
    Optional<String> held = heldBack(phase);
    if (!tooFew && held.isPresent() && !generatorLate) {
      findings.remark(
          "schedule-held-back",
          missed + "; " + held.get() + ". Response times count from the schedule and include it");
    } else {
      findings.invalidates(
          "schedule-missed", missed + culprit(phase, tooFew, held, generatorLate) + limits());
    }
  }

  /** A message limit, counted over all phases, ends the schedule early. */
  private Intended intended(PhaseResult phase, double bySchedule) {
    if (workload.messageLimit() == 0) {
      return facts.intended(bySchedule);
    }
    long sentBefore =
        facts.phases().stream()
            .takeWhile(each -> each != phase)
            .mapToLong(each -> each.counters().sent())
            .sum();
    return facts.intended(Math.min(bySchedule, workload.messageLimit() - sentBefore));
  }

  private String culprit(
      PhaseResult phase, boolean tooFew, Optional<String> held, boolean generatorLate) {
    if (tooFew && facts.leaseExpired()) {
      return "; a worker stopped its load by itself, see lease-expired";
    }
    if (held.isPresent() && !generatorLate) {
      return "; the broker could not keep up, not the generator: " + held.get();
    }
    if (generatorLate) {
      return "; the generator could not keep up, see the other findings"
          + held.map(text -> " (but also: " + text + ")").orElse("");
    }
    return strain(phase)
        .map(text -> "; the generator's machine was too busy to keep up: " + text)
        .orElse(
            "; the generator's machine was on time, so the driver's send calls blocked, or one load"
                + " thread has more producers than it can serve");
  }

  /** What makes a machine late without breaking any limit of its own. */
  private Optional<String> strain(PhaseResult phase) {
    for (int i = 0; i < facts.workerNames().size(); i++) {
      HostSummary host = facts.samples().host(i, List.of(phase.name()));
      boolean busy = host.hostCpuPercent() > BUSY_PERCENT;
      if (busy || host.tickerLagNanos() > Threshold.SCHEDULE_DELAY_P99.in(workload)) {
        return Optional.of(
            "worker %s used %s of its cores, all processes there %s, its ticker was late by %s"
                .formatted(
                    facts.workerNames().get(i),
                    Text.percent(host.cpuShare()),
                    Text.percent(host.hostCpuPercent()),
                    Text.nanos(host.tickerLagNanos())));
      }
    }
    return Optional.empty();
  }

  private Optional<String> heldBack(PhaseResult phase) {
    Optional<String> full = new InFlightCap(facts).heldBack(phase);
    if (full.isPresent()) {
      return full;
    }
    long end = phase.startEpochNanos() + phase.lengthNanos();
    long blocked = blocksFelt(phase.startEpochNanos(), end);
    return blocked == 0
        ? Optional.empty()
        : Optional.of("it blocked producers " + blocked + " times");
  }

  /** A block is felt as long again as it lasted: the load catches up with what it owes. */
  private long blocksFelt(long startEpochNanos, long endEpochNanos) {
    Map<String, Long> begun = new HashMap<>();
    long felt = 0;
    for (RunEvent event : facts.events()) {
      String connection = event.source() + " " + event.subject();
      if (event.kind().equals("BLOCKED") && event.epochNanos() <= endEpochNanos) {
        begun.putIfAbsent(connection, event.epochNanos());
      } else if (event.kind().equals("UNBLOCKED") && begun.containsKey(connection)) {
        long length = event.epochNanos() - begun.remove(connection);
        felt += event.epochNanos() + length >= startEpochNanos ? 1 : 0;
      }
    }
    return felt + begun.size();
  }

  private String limits() {
    return " (limits: at least %s of the messages, p99 at most %s)"
        .formatted(
            Text.percent(Threshold.ACHIEVED_RATE.in(workload)),
            Text.nanos(Threshold.SCHEDULE_DELAY_P99.in(workload)));
  }
}
