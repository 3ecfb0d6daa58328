package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.INVALIDATES;
import static io.tidemark.model.result.Verdict.Severity.REMARK;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.verdict.Found.Reach;
import io.tidemark.verdict.HostSummary.CpuUse;
import io.tidemark.verdict.ScheduleRule.TooFast;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether the workers' machines delayed the generator. A late ticker and long collector pauses on a
 * machine without free CPU have one cause and one finding.
 */
final class HostRule {
  private static final double OTHERS_PERCENT = 25;
  private static final double RUN_QUEUE_PERCENT = 5;

  /** A figure of a worker's machine beyond its limit. */
  private interface Excess extends Found {
    String worker();

    /** A clause about the worker. */
    default String what() {
      return Found.super.sentence();
    }

    @Override
    default String sentence() {
      return "worker " + worker() + ": " + what();
    }
  }

  @Found.Type(
      as = INVALIDATES,
      value = "The hypervisor took CPU from a worker.",
      next = "use a dedicated machine, or another instance type",
      damages = Reach.FLOW,
      limits = Threshold.CPU_STEAL)
  @Found.Says("the hypervisor took {percent} (limit {limitPercent})")
  record CpuSteal(String worker, double percent, double limitPercent) implements Excess {}

  @Found.Type(
      as = INVALIDATES,
      value = "The container's CPU limit throttled a worker.",
      next = "raise or remove the limit",
      damages = Reach.FLOW,
      limits = Threshold.CPU_THROTTLED)
  @Found.Says("the container's CPU limit throttled it for {percent} (limit {limitPercent})")
  record Throttled(String worker, double percent, double limitPercent) implements Excess {}

  @Found.Type(
      as = INVALIDATES,
      value = "A worker's ticker was late: the whole process stood still.",
      next = "free cores for the worker; use a machine that is not suspended",
      damages = Reach.FLOW,
      limits = Threshold.TICKER_LAG)
  @Found.Says("its ticker was late by {lagNanos} (limit {limitNanos})")
  record GeneratorLate(String worker, long lagNanos, double limitNanos) implements Excess {}

  @Found.Type(
      as = {REMARK, INVALIDATES},
      value =
          "A worker's collector stopped its threads for too long, once or in sum. CPU"
              + " was free meanwhile. In a closed loop a pause counts for `gcPauseShare` only"
              + " if it is longer than the sends in flight divided by the acknowledgements"
              + " per second; if only shorter ones exceed it, it is a remark.",
      next = "use a larger heap (HEAP_OPTS); in an open loop, have fewer messages in flight",
      damages = Reach.FLOW,
      limits = {Threshold.GC_PAUSE_SHARE, Threshold.GC_PAUSE_MAX})
  interface GcPause extends Found {}

  @Found.Says("the longest collector pause took {pauseNanos} (limit {limitNanos})")
  record LongPause(String worker, long pauseNanos, double limitNanos) implements GcPause, Excess {}

  @Found.Says(
      "collector pauses {closedLoop|longer than the sends in flight kept the broker busy "
          + "|}took {percent} (limit {limitPercent})")
  record PauseShare(String worker, boolean closedLoop, double percent, double limitPercent)
      implements GcPause, Excess {}

  /** Pauses of a closed loop that did not reduce its rate. */
  @Found.Says(
      "worker {worker}: collector pauses took {percent}; the sends in flight kept the broker "
          + "busy meanwhile, except for {unbridgedPercent} (limit {limitPercent})")
  record BridgedPauses(String worker, double percent, double unbridgedPercent, double limitPercent)
      implements GcPause {}

  @Found.Type(
      as = {REMARK, INVALIDATES},
      value =
          "A worker had too little CPU to be on time. So its ticker was late, its pauses were long,"
              + " or its schedule was missed, while the machine used more than 90 % CPU (all"
              + " but the worker more than 25 %), or load threads waited for a CPU for more than 5 % of"
              + " their time. A remark in a closed loop with the broker on the same machine: both"
              + " together used all CPU, and the rate is their maximum on this machine.",
      next =
          "stop other processes, run the broker on another machine, use more cores, or lower the rate",
      damages = Reach.FLOW,
      limits = {
        Threshold.ACHIEVED_RATE,
        Threshold.SCHEDULE_DELAY_P99,
        Threshold.GC_PAUSE_SHARE,
        Threshold.GC_PAUSE_MAX,
        Threshold.TICKER_LAG
      })
  @Found.Says(
      value = "{brief}[; as a result {results}]" + TooFast.SAYS,
      brief = "worker {worker}: it had too little CPU: {use}")
  record CpuStarved(
      String worker,
      @JsonUnwrapped CpuUse use,
      @JsonIgnore String results,
      @JsonUnwrapped @Nullable TooFast tooFast)
      implements Found {}

  @Found.Type("A worker used more than 90 % of its cores.")
  @Found.Says("worker {worker}: its process used {percent} of its cores")
  record CpuSaturated(String worker, double percent) implements Found {}

  private final RuleInput facts;
  private final Findings findings;
  // Without a schedule a pause delays no message and can only reduce the rate.
  private final boolean closedLoop;
  private final Lateness lateness;

  HostRule(RuleInput facts, Findings findings) {
    this.facts = facts;
    this.findings = findings;
    this.closedLoop = facts.closedLoop();
    this.lateness = new Lateness(facts);
  }

  /**
   * @param missedByMachine whether a schedule was missed because of missing CPU time
   * @return whether its machine delayed a generator
   */
  boolean judge(boolean missedByMachine, Optional<TooFast> tooFast) {
    boolean late = false;
    for (int i = 0; i < facts.inputs().workers().size(); i++) {
      HostSummary host = facts.samples().host(i, facts.measuredNames());
      String worker = facts.inputs().workers().get(i);
      Map<Excess, Double> limited = limited(worker, host);
      boolean intended = facts.faultOf(worker).isPresent();
      Map<Excess, Double> stalls = intended ? Map.of() : stalls(worker, host);
      boolean starved = limited.isEmpty() && isStarved(host);
      late |= !limited.isEmpty() || !stalls.isEmpty() || (starved && missedByMachine);
      limited.forEach(this::invalidates);
      if (!starved) {
        stalls.forEach(this::invalidates);
      } else if (!stalls.isEmpty() && isLimitedByMachine(host)) {
        findings.remark(starvation(worker, host, stalls.keySet(), null));
      } else if (!stalls.isEmpty() || missedByMachine) {
        findings.invalidates(
            starvation(worker, host, stalls.keySet(), tooFast.orElse(null)),
            lateness.ofStalls(OptionalDouble.empty()));
      }
      bridged(worker, host);
      if (host.cpuShare() > HostSummary.BUSY_PERCENT) {
        findings.remark(new CpuSaturated(worker, host.cpuShare()));
      }
    }
    return late;
  }

  private void invalidates(Excess excess, double ratePercent) {
    findings.invalidates(
        excess,
        lateness.ofStalls(
            Double.isNaN(ratePercent) ? OptionalDouble.empty() : OptionalDouble.of(ratePercent)));
  }

  /** CPU taken from the machine or container, with what it can take from a closed loop's rate. */
  private Map<Excess, Double> limited(String worker, HostSummary host) {
    Map<Excess, Double> all = new LinkedHashMap<>();
    double steal = facts.limit(Threshold.CPU_STEAL);
    if (host.stealPercent() > steal) {
      all.put(new CpuSteal(worker, host.stealPercent(), steal), host.stealPercent());
    }
    double throttled = facts.limit(Threshold.CPU_THROTTLED);
    if (host.throttledPercent() > throttled) {
      all.put(new Throttled(worker, host.throttledPercent(), throttled), host.throttledPercent());
    }
    return all;
  }

  /**
   * Times in which the generator stood still, with what they can take from a closed loop's rate.
   */
  private Map<Excess, Double> stalls(String worker, HostSummary host) {
    Map<Excess, Double> all = new LinkedHashMap<>();
    double lag = facts.limit(Threshold.TICKER_LAG);
    if (host.tickerLagNanos() > lag) {
      all.put(new GeneratorLate(worker, host.tickerLagNanos(), lag), host.tickerLagPercent());
    }
    double longest = facts.limit(Threshold.GC_PAUSE_MAX);
    if (host.longestGcPauseNanos() > longest) {
      all.put(
          new LongPause(worker, host.longestGcPauseNanos(), longest),
          host.unbridgedGcPausePercent());
    }
    double share = facts.limit(Threshold.GC_PAUSE_SHARE);
    double pauses = closedLoop ? host.unbridgedGcPausePercent() : host.gcPausePercent();
    if (pauses > share) {
      all.put(new PauseShare(worker, closedLoop, pauses, share), pauses);
    }
    return all;
  }

  private void bridged(String worker, HostSummary host) {
    double limit = facts.limit(Threshold.GC_PAUSE_SHARE);
    double unbridged = host.unbridgedGcPausePercent();
    if (closedLoop && host.gcPausePercent() > limit && !(unbridged > limit)) {
      findings.remark(new BridgedPauses(worker, host.gcPausePercent(), unbridged, limit));
    }
  }

  /** Whether the machine had no free CPU for the worker; false if not known. */
  private static boolean isStarved(HostSummary host) {
    boolean byOthers = host.isBusy() && host.hostCpuPercent() - host.cpuShare() > OTHERS_PERCENT;
    return byOthers || 100 * host.loadThreads().runQueueShare() > RUN_QUEUE_PERCENT;
  }

  /**
   * Whether a closed loop and a broker on the same machine used all CPU: then the rate is their
   * maximum, and stalls delay no due message.
   */
  private boolean isLimitedByMachine(HostSummary host) {
    return closedLoop
        && facts.inputs().coLocated()
        && !(host.unbridgedGcPausePercent() > facts.limit(Threshold.GC_PAUSE_SHARE));
  }

  private static CpuStarved starvation(
      String worker, HostSummary host, Set<Excess> stalls, @Nullable TooFast tooFast) {
    return new CpuStarved(
        worker,
        host.cpuUse(),
        stalls.stream().map(Excess::what).collect(Collectors.joining(", and ")),
        tooFast);
  }
}
