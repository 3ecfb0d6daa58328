package io.tidemark.coordinator;

import io.tidemark.coordinator.LoadRun.Ran;
import io.tidemark.coordinator.RunEnd.Ending;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.Measure;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;
import java.util.List;
import java.util.OptionalLong;

/** The verdict: a function of what was measured and of the workload's thresholds. */
final class Judge {
  private final RunFacts facts;
  private final Workload workload;
  private final Findings findings = new Findings();

  private Judge(RunFacts facts) {
    this.facts = facts;
    this.workload = facts.workload();
  }

  static Verdict verdict(RunFacts facts) {
    return new Judge(facts).judge();
  }

  private Verdict judge() {
    ending();
    boolean generatorLate = hosts();
    new ScheduleJudge(facts).judge(generatorLate, findings);
    samples();
    clocks();
    messages();
    patterns();
    remarks();
    List<ObjectiveResult> objectives = new ObjectiveJudge(facts).results();
    return new Verdict(status(objectives), findings.sorted(), objectives);
  }

  private Status status(List<ObjectiveResult> objectives) {
    if (findings.any(Severity.ABORTS)) {
      return Status.ABORTED;
    }
    if (findings.any(Severity.INVALIDATES)) {
      return Status.INVALID;
    }
    return objectives.stream().allMatch(ObjectiveResult::met) ? Status.VALID : Status.FAILED;
  }

  private void ending() {
    facts
        .lostWorkers()
        .forEach(
            (worker, why) -> {
              String message = "worker " + worker + " stopped answering: " + why;
              if (facts.ending() == Ending.WORKER_LOST) {
                findings.aborts("worker-lost", message);
              } else if (facts.lostWorkers().size() > Threshold.LOST_WORKERS.in(workload)) {
                findings.invalidates("worker-lost", message + "; the others went on");
              } else {
                findings.remark("worker-lost", message + "; the others went on");
              }
            });
    if (facts.ending() == Ending.INTERRUPTED) {
      findings.aborts("interrupted", facts.reason() + "; the results so far have been kept");
    }
    if (facts.ending() == Ending.FAILED) {
      findings.aborts("broke-off", facts.reason() + "; the results so far have been kept");
    }
    if (facts.leaseExpired()) {
      findings.invalidates(
          "lease-expired",
          "a worker stopped its load by itself because it had heard nothing for too long");
    }
  }

  /** Whether a generator was held up by its own machine. */
  private boolean hosts() {
    boolean late = false;
    for (int i = 0; i < facts.workerNames().size(); i++) {
      HostSummary host = HostSummary.of(i, facts.measuredSamples());
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
        code, what + " " + Text.percent(percent) + " (limit " + Text.percent(limit) + ")");
    return true;
  }

  private void samples() {
    boolean any =
        facts.measuredSamples().stream()
            .anyMatch(s -> s.counters().acknowledged() > 0 || s.counters().received() > 0);
    if (!any) {
      findings.invalidates("no-samples", "no message was measured in the measured phases");
    }
  }

  private void clocks() {
    RunFacts.Clocks clocks = facts.clocks();
    if (clocks.worstStepNanos() > 0) {
      findings.invalidates(
          "clock-uncertain",
          "the clock of worker %s jumped by %s during the run"
              .formatted(clocks.steppedWorker(), Text.nanos(clocks.worstStepNanos())));
    }
    OptionalLong median = endToEndMedian();
    if (median.isPresent() && clocks.worstBoundNanos() > 0) {
      double percent = 100.0 * clocks.worstBoundNanos() / Math.max(1, median.getAsLong());
      if (percent > Threshold.CLOCK_ERROR_SHARE.in(workload)) {
        findings.invalidates(
            "clock-uncertain",
            "the clocks of %s are known to +/- %s, %s of the end-to-end median of %s (limit %s)"
                .formatted(
                    clocks.worstPair(),
                    Text.nanos(clocks.worstBoundNanos()),
                    Text.percent(percent),
                    Text.nanos(median.getAsLong()),
                    Text.percent(Threshold.CLOCK_ERROR_SHARE.in(workload))));
      }
    }
    negatives();
  }

  private void negatives() {
    long negative = 0;
    long measured = 0;
    for (PhaseResult phase : facts.measuredPhases()) {
      negative += phase.counters().negativeEndToEnd();
      measured += phase.latency(Measure.END_TO_END).map(LatencySummary::count).orElse(0L);
    }
    if (negative > 0) {
      percent(
          "clock-uncertain",
          Text.count(negative) + " end-to-end latencies were negative after clock correction, ",
          100.0 * negative / (negative + measured),
          Threshold.NEGATIVE_SHARE);
    }
  }

  private OptionalLong endToEndMedian() {
    return facts.measuredPhases().stream()
        .flatMap(phase -> phase.latency(Measure.END_TO_END).stream())
        .mapToLong(LatencySummary::p50Nanos)
        .min();
  }

  private void messages() {
    Counters total = facts.total();
    if (total.overflowed() > Threshold.OVERFLOW_COUNT.in(workload)) {
      findings.invalidates(
          "histogram-overflow",
          Text.count(total.overflowed()) + " values were beyond the histograms' range of 12 h");
    }
    boolean own = workload.topicNames().isEmpty() && workload.pattern() != Pattern.CONSUME_ONLY;
    if (total.foreign() > 0) {
      String text =
          Text.count(total.foreign()) + " messages of somebody else were received and not measured";
      if (own && total.foreign() > Threshold.FOREIGN_COUNT.in(workload)) {
        findings.invalidates("foreign-messages", text + ", in topics that the run made itself");
      } else {
        findings.remark("foreign-messages", text);
      }
    }
    if (total.corrupted() > 0) {
      findings.invalidates(
          "corrupted-messages",
          Text.count(total.corrupted()) + " messages came with a stamp that does not check");
    }
    counted("send-errors", total.failed(), "sends failed");
    counted("consumer-errors", total.consumerErrors(), "errors were reported by consumers");
    counted("unacknowledged", facts.delivery().unacknowledged(), "sends were never acknowledged");
    facts
        .delivery()
        .lost()
        .ifPresent(n -> counted("messages-lost", n, "acknowledged messages were not received"));
    facts
        .delivery()
        .duplicated()
        .ifPresent(n -> counted("messages-duplicated", n, "deliveries were duplicates"));
    facts
        .delivery()
        .outOfOrder()
        .ifPresent(n -> counted("messages-out-of-order", n, "messages came out of order"));
  }

  private void counted(String code, long number, String what) {
    if (number > 0) {
      findings.remark(code, Text.count(number) + " " + what);
    }
  }

  private void patterns() {
    for (Ran ran : facts.stages()) {
      String length = Text.nanos(ran.lengthNanos());
      switch (ran.stage().name()) {
        case Script.BACKLOG_BUILD -> {
          if (!ran.conditionMet()) {
            findings.invalidates(
                "backlog-not-built",
                "after %s the backlog was %s of %s messages"
                    .formatted(
                        length,
                        Text.count(ran.endBacklog()),
                        Text.count(Script.backlogMessages(workload))));
          } else {
            findings.remark("backlog", "backlog built in " + length);
          }
        }
        case Script.BACKLOG_DRAIN -> {
          if (ran.conditionMet()) {
            findings.remark(
                "backlog",
                "a backlog of " + Text.count(facts.peakBacklog()) + " drained in " + length);
          } else {
            findings.remark(
                "backlog-not-drained",
                "after %s %s of %s messages of the backlog were left"
                    .formatted(
                        length, Text.count(ran.endBacklog()), Text.count(facts.peakBacklog())));
          }
        }
        default -> {}
      }
    }
    if (workload.pattern() == Pattern.FILL_THEN_DRAIN) {
      fillAndDrain();
    }
    drainEnd();
  }

  private void fillAndDrain() {
    for (PhaseResult phase : facts.measuredPhases()) {
      boolean fill = phase.name().equals(Script.FILL);
      findings.remark(
          "fill-then-drain",
          "%s: %s in %s, peak backlog %s"
              .formatted(
                  phase.name(),
                  Text.rate(
                      fill
                          ? phase.rates().acknowledgedPerSecond()
                          : phase.rates().receivedPerSecond()),
                  Text.nanos(phase.lengthNanos()),
                  Text.count(facts.peakBacklog())));
    }
  }

  private void drainEnd() {
    boolean drains = facts.stages().stream().anyMatch(r -> r.stage().name().equals(Script.DRAIN));
    if (drains && !facts.drained()) {
      findings.remark(
          "drain-incomplete",
          "when the run gave up waiting, messages were still outstanding; what is counted as lost"
              + " may only have been late");
    }
  }

  private void remarks() {
    if (workload.rate() instanceof ProducerRate.Search) {
      findings.remark(
          "search-not-available",
          "producerRate 0 asks for a search of the highest sustainable rate; this version ran a"
              + " closed loop with a window of "
              + facts.maxInFlightPerProducer()
              + " per producer instead");
    }
    if (facts.coLocated()) {
      findings.remark("co-located", "generator and broker shared one machine");
    }
    if (facts.stuckThreads() > 0) {
      findings.remark(
          "stuck-threads", facts.stuckThreads() + " load threads were stuck in a send at the end");
    }
    facts.problems().forEach(problem -> findings.remark("clean-up", problem));
  }
}
