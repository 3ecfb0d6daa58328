package io.tidemark.verdict;

import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;

/** The verdict: a pure function of a stored result, its workload and its criteria. */
public final class VerdictRules {
  private static final long FEW_OF_SENT = 10_000;

  private final RuleInput facts;
  private final Workload workload;
  private final FigureUse use;
  private final Findings findings = new Findings();

  private VerdictRules(RuleInput facts, FigureUse use) {
    this.facts = facts;
    this.workload = facts.workload();
    this.use = use;
  }

  /**
   * Judges a run.
   *
   * @param workload what the run had planned
   * @param criteria thresholds and objectives: of this workload, or of another one
   */
  public static Verdict judge(JudgedRun run, Workload workload, Criteria criteria) {
    RuleInput facts = RuleInput.fromRun(run, workload, criteria);
    VerdictRules rules = new VerdictRules(facts, FigureUse.of(facts));
    return run.classVerdicts().isEmpty()
        ? rules.judge()
        : Verdict.ofClasses(rules.judgeTotal(), run.classVerdicts());
  }

  /** Judges a run of which each figure is used. */
  static Verdict judgeAll(JudgedRun run, Workload workload, Criteria criteria) {
    RuleInput facts = RuleInput.fromRun(run, workload, criteria);
    return new VerdictRules(facts, FigureUse.ofAll(facts)).judge();
  }

  private Verdict judge() {
    ending();
    ScheduleRule schedule = new ScheduleRule(facts);
    boolean generatorLate =
        new HostRule(facts, findings).judge(schedule.missedByMachine(), schedule.tooFast());
    schedule.report(generatorLate, findings);
    new ThroughputRule(facts).judge(schedule, findings);
    if (generatorLate && findings.any(FindingCode.RATE_NOT_MET)) {
      findings.damageRates(); // It may be the generator that did not keep up.
    }
    faults();
    engine();
    samples();
    new ClockRule(facts, findings).judge();
    new PublishTimeRule(facts, findings).judge();
    new MessageRule(facts, findings).judge();
    new BrokerCountRule(facts, findings).judge();
    new LeftoverRule(facts, findings).judge();
    new PatternRule(facts, findings).judge();
    new DriftRule(facts, findings).judge();
    clients();
    facts.search().ifPresent(this::search);
    remarks();
    damages();
    return verdict();
  }

  /** What no class has by itself. */
  private Verdict judgeTotal() {
    damages();
    return verdict();
  }

  private Verdict verdict() {
    List<ObjectiveResult> objectives = new ObjectiveRule(facts).results();
    List<Finding> sorted = findings.sorted(use);
    return new Verdict(status(sorted, objectives), sorted, objectives, findings.figures(use));
  }

  private static Status status(List<Finding> sorted, List<ObjectiveResult> objectives) {
    Severity worst = sorted.isEmpty() ? Severity.REMARK : sorted.get(0).severity();
    if (worst == Severity.ABORTS) {
      return Status.ABORTED;
    }
    if (worst == Severity.INVALIDATES) {
      return Status.INVALID;
    }
    return worst == Severity.FAILS || !objectives.stream().allMatch(ObjectiveResult::met)
        ? Status.FAILED
        : Status.VALID;
  }

  private void ending() {
    facts.inputs().lostWorkers().forEach(this::lost);
    if (facts.inputs().ending() == Ending.INTERRUPTED) {
      findings.aborts(
          FindingCode.INTERRUPTED, facts.inputs().reason() + "; the results so far have been kept");
    }
    if (facts.inputs().ending() == Ending.FAILED) {
      findings.aborts(
          FindingCode.BROKE_OFF, facts.inputs().reason() + "; the results so far have been kept");
    }
    if (facts.inputs().ending() == Ending.PROCESS_EXIT) {
      findings.aborts(
          FindingCode.PROCESS_EXIT,
          facts.inputs().reason() + "; the results so far have been kept");
    }
    if (facts.inputs().leaseExpired()) {
      findings.invalidates(
          FindingCode.LEASE_EXPIRED,
          "the lease of a worker expired (no call of the coordinator) and it stopped"
              + " its load");
    }
  }

  private void lost(LostWorker worker) {
    FindingCode code = worker.announced() ? FindingCode.WORKER_STOPPED : FindingCode.WORKER_LOST;
    String message =
        worker.announced()
            ? worker.why()
            : "worker " + worker.name() + " stopped answering: " + worker.why();
    if (facts.inputs().ending() == Ending.WORKER_LOST) {
      findings.aborts(code, message);
    } else if (facts.faultOf(worker.name()).isPresent()) {
      String fault = facts.faultOf(worker.name()).get().name();
      findings.remark(code, message + "; the others continued. It is an effect of " + fault);
    } else if (facts.unexplainedLosses() > facts.limit(Threshold.LOST_WORKERS)) {
      findings.invalidates(code, message + "; the others continued");
    } else {
      findings.remark(code, message + "; the others continued");
    }
  }

  /** A fault whose time did not come is no problem of an aborted run. */
  private void faults() {
    facts.run().faults().stream()
        .filter(fault -> !fault.problem().isEmpty())
        .filter(fault -> facts.completed() || fault.injectedMicros() > 0)
        .forEach(
            fault ->
                findings.invalidates(
                    FindingCode.FAULT_FAILED,
                    "%s (%s): %s".formatted(fault.name(), fault.action(), fault.problem())));
    facts.run().faults().forEach(this::doubtful);
  }

  /** Its figures are not known, or not those of its whole effect. */
  private void doubtful(FaultReport fault) {
    if (fault.effect().isEmpty()) {
      return;
    }
    FaultReport.Effect effect = fault.effect().get();
    if (!effect.overlaps().isEmpty()) {
      findings.remark(
          FindingCode.FAULTS_OVERLAP,
          "%s (%s) took effect or was not over while %s had an effect: the figures of each are not known"
              .formatted(fault.name(), fault.action(), String.join(", ", effect.overlaps())));
    }
    if (effect.outlastsLoad()) {
      findings.remark(
          FindingCode.FAULT_OUTLASTS_LOAD,
          "%s (%s) was in effect until the load ended, or longer: it is judged by what came before"
              .formatted(fault.name(), fault.action()));
    }
  }

  private void engine() {
    List<RunEvent> errors =
        facts.events().stream()
            .filter(event -> event.kind().equals(RunEvent.ENGINE_ERROR))
            .toList();
    if (!errors.isEmpty()) {
      RunEvent first = errors.get(0);
      findings.invalidates(
          FindingCode.ENGINE_ERROR,
          "internal error of the generator on worker %s, %s: %s%s"
              .formatted(
                  first.source(),
                  first.subject(),
                  first.detail(),
                  errors.size() == 1 ? "" : "; and " + (errors.size() - 1) + " events more"));
    }
  }

  private void clients() {
    long failed = facts.total().get(Counter.CLIENTS_FAILED);
    if (failed > 0) {
      String last =
          facts.events().stream()
              .filter(event -> event.kind().equals(RunEvent.CLIENT_ERROR))
              .reduce((earlier, later) -> later)
              .map(event -> "; the last time: " + event.detail())
              .orElse("");
      findings.fails(
          FindingCode.CLIENTS_NOT_OPENED,
          "opening clients during the load failed %s of %s times%s"
              .formatted(
                  Text.count(failed),
                  Text.count(failed + facts.total().get(Counter.CLIENTS_OPENED)),
                  last));
    }
  }

  private void search(SearchReport search) {
    if (!search.converged()) {
      findings.fails(
          FindingCode.SEARCH_NOT_CONVERGED,
          "the limit of the system was not determined: %s; the last that passed: %s, the first that failed: %s"
              .formatted(
                  search.reason(),
                  search.passed().map(value -> text(search, value)).orElse("none"),
                  search.failed().map(value -> text(search, value)).orElse("none")));
    }
  }

  private static String text(SearchReport search, double value) {
    return SearchReport.text(search.over(), value);
  }

  private void samples() {
    if (!facts.samples().anyMessage(facts.measuredNames())) {
      long messages =
          facts.measuredPhases().stream()
              .map(PhaseResult::counters)
              .mapToLong(
                  counters ->
                      Math.max(counters.get(Counter.ACKNOWLEDGED), counters.get(Counter.RECEIVED)))
              .sum();
      // Latencies and the audit need no samples.
      Damage damage =
          Damage.unknown(
              messages == 0
                  ? Damage.ALL
                  : EnumSet.of(FigureGroup.RATES, FigureGroup.RECOVERY, FigureGroup.TELEMETRY));
      findings.invalidates(FindingCode.NO_SAMPLES, withoutSamples(messages), damage);
    }
  }

  /**
   * Messages belong to the phase of their intended send time, samples to the phase in which they
   * were taken.
   */
  private String withoutSamples(long messages) {
    if (messages == 0) {
      return "no message was measured in the measured phases" + usedUp();
    }
    return facts.samples().anySample(facts.measuredNames())
        ? "no message was acknowledged or received during the measured phases; of"
            + " their messages, "
            + Text.count(messages)
            + " were afterwards"
        : (facts.inputs().damages().isEmpty()
                ? "the coordinator was too late to take a sample during the measured phases:"
                : "the result has no sample of the measured phases, see result-incomplete:")
            + " the latencies of "
            + Text.count(messages)
            + " messages are known, rates and backlog are not";
  }

  private String usedUp() {
    long limit = workload.load().messageLimit();
    return limit > 0 && facts.total().get(Counter.SENT) >= limit
        ? ": messageLimit "
            + limit
            + " was used up before they began; raise it, or shorten warmupDuration"
        : "";
  }

  private void profiles() {
    String profiled =
        facts.events().stream()
            .filter(event -> event.kind().equals(RunEvent.PROFILED))
            .map(RunEvent::subject)
            .distinct()
            .collect(Collectors.joining(", "));
    if (!profiled.isEmpty()) {
      findings.remark(
          FindingCode.PROFILED,
          "profiles of " + profiled + " were recorded; the figures contain their cost");
    }
    facts.events().stream()
        .filter(event -> event.kind().equals(RunEvent.PROFILE_FAILED))
        .forEach(
            event ->
                findings.remark(
                    FindingCode.PROFILE_INCOMPLETE, event.subject() + ": " + event.detail()));
  }

  private void remarks() {
    facts.events().stream()
        .filter(event -> event.kind().equals(RunEvent.EARLIER_TOPICS))
        .map(RunEvent::detail)
        .distinct()
        .limit(1)
        .forEach(detail -> findings.remark(FindingCode.EARLIER_TOPICS, detail));
    facts.events().stream()
        .filter(event -> event.kind().equals(RunEvent.CONFIRMATION_UNKNOWN))
        .limit(1)
        .forEach(event -> findings.remark(FindingCode.CONFIRMATION_UNKNOWN, event.detail()));
    facts.events().stream()
        .filter(event -> event.kind().equals(RunEvent.OTHER_PROCESSES))
        .forEach(
            event ->
                findings.remark(
                    FindingCode.OTHER_PROCESSES,
                    "on the machine of worker " + event.source() + " " + event.detail()));
    facts.events().stream()
        .filter(event -> event.kind().equals(RunEvent.WARM_UP))
        .filter(event -> event.detail().startsWith(RunEvent.NOT_STEADY))
        .forEach(
            event ->
                findings.remark(
                    FindingCode.WARM_UP_NOT_STEADY,
                    "the warm-up ended at its limit of "
                        + Text.duration(workload.time().warmup().toNanos() / 1e9)
                        + event.detail().substring(RunEvent.NOT_STEADY.length())));
    facts.events().stream()
        .filter(event -> event.kind().equals(RunEvent.NOT_EXPORTED))
        .reduce((earlier, later) -> later)
        .ifPresent(event -> findings.remark(FindingCode.NOT_EXPORTED, event.detail()));
    profiles();
    if (facts.inputs().coLocated()) {
      findings.remark(FindingCode.CO_LOCATED, "generator and broker shared one machine");
    }
    if (facts.inputs().stuckThreads() > 0) {
      findings.remark(
          FindingCode.STUCK_THREADS,
          facts.inputs().stuckThreads() + " load threads did not return from a send at the end");
    }
    // Each producer may be between two messages at the stop; a few more do not change percentiles.
    if (facts.neverSent().messages()
        > facts.inputs().producers() + facts.total().get(Counter.SENT) / FEW_OF_SENT) {
      findings.remark(
          FindingCode.DEBT_AT_END,
          Text.count(facts.neverSent().messages())
              + " messages were due and never sent when the load stopped"
              + dueBefore()
              + "; no percentile contains them");
    }
    facts.inputs().problems().forEach(problem -> findings.remark(FindingCode.CLEAN_UP, problem));
    if (facts.inputs().droppedEvents() > 0) {
      findings.remark(
          FindingCode.EVENTS_CUT,
          Text.count(facts.inputs().droppedEvents())
              + " more events occurred than the result contains");
    }
    if (facts.inputs().droppedReadings() > 0) {
      findings.remark(
          FindingCode.TELEMETRY_CUT,
          Text.count(facts.inputs().droppedReadings())
              + " more telemetry readings arrived than the result contains");
    }
  }

  /** Messages of the warm-up may be among those that were never sent. */
  private String dueBefore() {
    double measured =
        facts.measuredPhases().stream()
            .flatMap(
                phase ->
                    facts.intended(phase).stream()
                        .map(all -> all.messages() - phase.counters().get(Counter.SENT)))
            .reduce(0.0, Double::sum);
    long before = facts.neverSent().messages() - Math.max(0, Math.round(measured));
    return before > facts.inputs().producers() + facts.neverSent().messages() / 100
        ? ", %s of them due before the measured phases".formatted(Text.count(before))
        : "";
  }

  private void damages() {
    facts
        .inputs()
        .damages()
        .forEach(damage -> findings.invalidates(FindingCode.RESULT_INCOMPLETE, damage));
  }
}
