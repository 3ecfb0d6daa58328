package io.tidemark.coordinator;

import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;

/** Whether the workers' machines let the generator run when it had to. */
final class HostJudge {
  private final RunFacts facts;
  private final Workload workload;
  private final Findings findings;

  HostJudge(RunFacts facts, Findings findings) {
    this.facts = facts;
    this.workload = facts.workload();
    this.findings = findings;
  }

  /** Whether a generator was held up by its own machine. */
  boolean judge() {
    boolean late = false;
    for (int i = 0; i < facts.workerNames().size(); i++) {
      HostSummary host = facts.samples().host(i, facts.measuredNames());
      String who = "worker " + facts.workerNames().get(i) + ": ";
      late |=
          nanos(
              "generator-late",
              who + "its ticker was late by",
              host.tickerLagNanos(),
              Threshold.TICKER_LAG);
      late |=
          nanos(
              "gc-pause",
              who + "the longest collector pause took",
              host.longestGcPauseNanos(),
              Threshold.GC_PAUSE_MAX);
      late |=
          percent(
              "gc-pause",
              who + "collector pauses took",
              host.gcPausePercent(),
              Threshold.GC_PAUSE_SHARE);
      late |=
          percent(
              "cpu-steal", who + "the hypervisor took", host.stealPercent(), Threshold.CPU_STEAL);
      late |=
          percent(
              "throttled",
              who + "the container's CPU limit held it back for",
              host.throttledPercent(),
              Threshold.CPU_THROTTLED);
      if (host.cpuShare() > 90) {
        findings.remark(
            "cpu-saturated",
            who + "its process used " + Text.percent(host.cpuShare()) + " of its cores");
      }
    }
    return late;
  }

  private boolean nanos(String code, String what, long nanos, Threshold threshold) {
    double limit = threshold.in(workload);
    if (nanos <= limit) {
      return false;
    }
    findings.invalidates(
        code, what + " " + Text.nanos(nanos) + " (limit " + Text.nanos(limit) + ")");
    return true;
  }

  private boolean percent(String code, String what, double percent, Threshold threshold) {
    double limit = threshold.in(workload);
    if (!(percent > limit)) {
      return false;
    }
    findings.invalidates(
        code, what + " " + Text.percent(percent, limit) + " (limit " + Text.percent(limit) + ")");
    return true;
  }
}
