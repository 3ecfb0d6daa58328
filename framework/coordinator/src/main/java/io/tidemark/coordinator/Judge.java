package io.tidemark.coordinator;

import io.tidemark.coordinator.RunEnd.Ending;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;
import java.util.List;

/** The verdict: a function of what was measured and of the workload's thresholds. */
final class Judge {
  private static final long FEW_OF_SENT = 10_000;

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
    ScheduleJudge schedule = new ScheduleJudge(facts);
    boolean generatorLate = new HostJudge(facts, findings).judge(schedule.missedByMachine());
    schedule.report(generatorLate, findings);
    new ThroughputJudge(facts).judge(schedule, findings);
    engine();
    samples();
    new ClockJudge(facts, findings).judge();
    new StampJudge(facts, findings).judge();
    new MessageJudge(facts, findings).judge();
    new CountJudge(facts, findings).judge();
    new PatternJudge(facts, findings).judge();
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
    return findings.any(Severity.FAILS) || !objectives.stream().allMatch(ObjectiveResult::met)
        ? Status.FAILED
        : Status.VALID;
  }

  private void ending() {
    facts.lostWorkers().forEach(this::lost);
    if (facts.ending() == Ending.INTERRUPTED) {
      findings.aborts("interrupted", facts.reason() + "; the results so far have been kept");
    }
    if (facts.ending() == Ending.FAILED) {
      findings.aborts("broke-off", facts.reason() + "; the results so far have been kept");
    }
    if (facts.ending() == Ending.PROCESS_EXIT) {
      findings.aborts("process-exit", facts.reason() + "; the results so far have been kept");
    }
    if (facts.leaseExpired()) {
      findings.invalidates(
          "lease-expired",
          "a worker stopped its load by itself because it had heard nothing for too long");
    }
  }

  private void lost(String worker, Loss loss) {
    String code = loss.announced() ? "worker-stopped" : "worker-lost";
    String message =
        loss.announced() ? loss.why() : "worker " + worker + " stopped answering: " + loss.why();
    if (facts.ending() == Ending.WORKER_LOST) {
      findings.aborts(code, message);
    } else if (facts.lostWorkers().size() > Threshold.LOST_WORKERS.in(workload)) {
      findings.invalidates(code, message + "; the others went on");
    } else {
      findings.remark(code, message + "; the others went on");
    }
  }

  private void engine() {
    List<RunEvent> errors =
        facts.events().stream()
            .filter(event -> event.kind().equals(EventLog.ENGINE_ERROR))
            .toList();
    if (!errors.isEmpty()) {
      RunEvent first = errors.get(0);
      findings.invalidates(
          "engine-error",
          "the generator's own error on worker %s, %s: %s%s"
              .formatted(
                  first.source(),
                  first.subject(),
                  first.detail(),
                  errors.size() == 1 ? "" : "; and " + (errors.size() - 1) + " events more"));
    }
  }

  private void samples() {
    if (!facts.samples().anyMessage(facts.measuredNames())) {
      findings.invalidates("no-samples", withoutSamples());
    }
  }

  /** Messages belong to the phase that meant to send them, samples to the one that took them. */
  private String withoutSamples() {
    long messages =
        facts.measuredPhases().stream()
            .map(PhaseResult::counters)
            .mapToLong(counters -> Math.max(counters.acknowledged(), counters.received()))
            .sum();
    if (messages == 0) {
      return "no message was measured in the measured phases" + usedUp();
    }
    return facts.samples().anySample(facts.measuredNames())
        ? "no message was acknowledged or received while the measured phases lasted; of theirs, "
            + Text.count(messages)
            + " were afterwards"
        : "the coordinator was too late to take a sample while the measured phases lasted: the"
            + " latencies of "
            + Text.count(messages)
            + " messages are known, rates and backlog are not";
  }

  private String usedUp() {
    long limit = workload.messageLimit();
    return limit > 0 && facts.total().sent() >= limit
        ? ": messageLimit "
            + limit
            + " was used up before they began; raise it, or shorten warmupDuration"
        : "";
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
    // Each producer may be between two messages at the stop; so few more move no percentile.
    if (facts.neverSent().messages() > facts.producers() + facts.total().sent() / FEW_OF_SENT) {
      findings.remark(
          "debt-at-end",
          Text.count(facts.neverSent().messages())
              + " messages were due and never sent when the load stopped; no percentile contains"
              + " them");
    }
    facts.problems().forEach(problem -> findings.remark("clean-up", problem));
    if (facts.droppedEvents() > 0) {
      findings.remark(
          "events-cut",
          Text.count(facts.droppedEvents()) + " events more happened than the result keeps");
    }
    if (facts.cutReadings() > 0) {
      findings.remark(
          "telemetry-cut",
          Text.count(facts.cutReadings())
              + " readings of the broker's telemetry more came than the result keeps");
    }
    facts.damages().forEach(damage -> findings.invalidates("result-incomplete", damage));
  }
}
