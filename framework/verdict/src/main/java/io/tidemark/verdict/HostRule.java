package io.tidemark.verdict;

import io.tidemark.model.result.Text;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Whether the workers' machines delayed the generator. A late ticker and long collector pauses on a
 * machine without free CPU have one cause and one finding.
 */
final class HostRule {
  private static final double OTHERS_PERCENT = 25;
  private static final double RUN_QUEUE_PERCENT = 5;
  private static final String UNBRIDGED =
      "collector pauses longer than the sends in flight kept the broker busy took";

  private final RuleInput facts;
  private final Findings findings;
  // Without a schedule a pause delays no message and can only reduce the rate.
  private final boolean closedLoop;
  private final Lateness lateness;

  /**
   * A figure beyond its limit.
   *
   * @param ratePercent what it can take from the rate of a closed loop
   */
  private record Excess(FindingCode code, String text, double ratePercent) {}

  HostRule(RuleInput facts, Findings findings) {
    this.facts = facts;
    this.findings = findings;
    this.closedLoop = facts.closedLoop();
    this.lateness = new Lateness(facts);
  }

  /**
   * @param missedByMachine whether a schedule was missed because of missing CPU time
   * @param tooFast a clause, that the rate is far too high; may be empty
   * @return whether its machine delayed a generator
   */
  boolean judge(boolean missedByMachine, String tooFast) {
    boolean late = false;
    for (int i = 0; i < facts.inputs().workers().size(); i++) {
      HostSummary host = facts.samples().host(i, facts.measuredNames());
      String who = "worker " + facts.inputs().workers().get(i) + ": ";
      List<Excess> limited = limited(host);
      boolean intended = facts.faultOf(facts.inputs().workers().get(i)).isPresent();
      List<Excess> stalls = intended ? List.of() : stalls(host);
      boolean starved = limited.isEmpty() && isStarved(host);
      late |= !limited.isEmpty() || !stalls.isEmpty() || (starved && missedByMachine);
      limited.forEach(each -> invalidates(each, who));
      if (!starved) {
        stalls.forEach(each -> invalidates(each, who));
      } else if (!stalls.isEmpty() && isLimitedByMachine(host)) {
        findings.remark(FindingCode.CPU_STARVED, who + starvation(host, stalls));
      } else if (!stalls.isEmpty() || missedByMachine) {
        findings.invalidates(
            FindingCode.CPU_STARVED,
            who + starvation(host, stalls) + tooFast,
            lateness.ofStalls(OptionalDouble.empty()));
      }
      bridged(host, who);
      if (host.cpuShare() > HostSummary.BUSY_PERCENT) {
        findings.remark(
            FindingCode.CPU_SATURATED,
            who + "its process used " + Text.percent(host.cpuShare()) + " of its cores");
      }
    }
    return late;
  }

  private void invalidates(Excess excess, String who) {
    findings.invalidates(
        excess.code(),
        who + excess.text(),
        lateness.ofStalls(
            Double.isNaN(excess.ratePercent())
                ? OptionalDouble.empty()
                : OptionalDouble.of(excess.ratePercent())));
  }

  /** CPU taken from the machine or container. */
  private List<Excess> limited(HostSummary host) {
    List<Excess> all = new ArrayList<>();
    percent(
        all,
        FindingCode.CPU_STEAL,
        "the hypervisor took",
        host.stealPercent(),
        Threshold.CPU_STEAL);
    percent(
        all,
        FindingCode.THROTTLED,
        "the container's CPU limit throttled it for",
        host.throttledPercent(),
        Threshold.CPU_THROTTLED);
    return all;
  }

  /** Times in which the generator stood still. */
  private List<Excess> stalls(HostSummary host) {
    List<Excess> all = new ArrayList<>();
    nanos(
        all,
        FindingCode.GENERATOR_LATE,
        "its ticker was late by",
        host.tickerLagNanos(),
        Threshold.TICKER_LAG,
        host.tickerLagPercent());
    nanos(
        all,
        FindingCode.GC_PAUSE,
        "the longest collector pause took",
        host.longestGcPauseNanos(),
        Threshold.GC_PAUSE_MAX,
        host.unbridgedGcPausePercent());
    percent(
        all,
        FindingCode.GC_PAUSE,
        closedLoop ? UNBRIDGED : "collector pauses took",
        closedLoop ? host.unbridgedGcPausePercent() : host.gcPausePercent(),
        Threshold.GC_PAUSE_SHARE);
    return all;
  }

  private void bridged(HostSummary host, String who) {
    double limit = facts.limit(Threshold.GC_PAUSE_SHARE);
    if (closedLoop && host.gcPausePercent() > limit && !(host.unbridgedGcPausePercent() > limit)) {
      findings.remark(
          FindingCode.GC_PAUSE,
          "%scollector pauses took %s; the sends in flight kept the broker busy meanwhile, except for %s (limit %s)"
              .formatted(
                  who,
                  Text.percent(host.gcPausePercent()),
                  Text.percent(host.unbridgedGcPausePercent()),
                  Text.percent(limit)));
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

  private static String starvation(HostSummary host, List<Excess> stalls) {
    return "it had too little CPU: "
        + host.cpuUse()
        + (stalls.isEmpty()
            ? ""
            : "; as a result " + String.join(", and ", stalls.stream().map(Excess::text).toList()));
  }

  private void nanos(
      List<Excess> all,
      FindingCode code,
      String what,
      long nanos,
      Threshold threshold,
      double ratePercent) {
    double limit = facts.limit(threshold);
    if (nanos > limit) {
      all.add(
          new Excess(
              code,
              what + " " + Text.nanos(nanos) + " (limit " + Text.nanos(limit) + ")",
              ratePercent));
    }
  }

  private void percent(
      List<Excess> all, FindingCode code, String what, double percent, Threshold threshold) {
    double limit = facts.limit(threshold);
    if (percent > limit) {
      all.add(
          new Excess(
              code,
              what + " " + Text.percent(percent, limit) + " (limit " + Text.percent(limit) + ")",
              percent));
    }
  }
}
