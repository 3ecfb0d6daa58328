package io.tidemark.verdict;

import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.Intended;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.LostWorker;
import io.tidemark.model.result.VerdictInputs.NeverSent;
import io.tidemark.model.result.VerdictInputs.PhaseEnd;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import io.tidemark.model.workload.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The inputs of the rules.
 *
 * @param run what was measured
 * @param workload what was planned; its thresholds and objectives are not used
 * @param criteria what the run is judged by
 * @param phases in order; {@link #only} leaves one of them measured
 * @param samples of the whole run, as far as the rules need them
 * @param neverSent what was due and not sent when the load stopped, in the measured phases
 */
record RuleInput(
    JudgedRun run,
    Workload workload,
    Criteria criteria,
    List<PhaseResult> phases,
    SampleDigest samples,
    NeverSent neverSent) {
  /** The shortest silence of the broker that is a disruption. */
  private static final long LEAST_SILENCE_NANOS = 1_000_000_000L;

  static RuleInput fromRun(JudgedRun run, Workload workload, Criteria criteria) {
    return new RuleInput(
        run,
        workload,
        criteria,
        run.phases(),
        SampleDigest.fromRun(run, RateWindows.fromRun(run, workload, criteria)),
        run.verdictInputs().neverSent());
  }

  /** The input of a run that had this measured phase only. */
  RuleInput only(PhaseResult step) {
    return new RuleInput(
        run,
        workload,
        criteria,
        phases.stream().map(each -> each == step ? each : each.withMeasured(false)).toList(),
        samples,
        neverSentOf(step));
  }

  VerdictInputs inputs() {
    return run.verdictInputs();
  }

  /** Counts of the whole run. */
  Counters total() {
    return run.counts();
  }

  /** Failed sends of the whole run without trials of a search, which exceed the system's limits. */
  long failedSends() {
    long ofTrials =
        phases.stream()
            .filter(phase -> !phase.measured() && PhaseNames.isSearchLoad(phase.name()))
            .mapToLong(phase -> phase.counters().get(Counter.FAILED))
            .sum();
    return total().get(Counter.FAILED) - ofTrials;
  }

  List<RunEvent> events(String kind) {
    return run.events().stream().filter(event -> event.kind().equals(kind)).toList();
  }

  /** What the first event of a kind says; empty text without one. */
  String reason(String kind) {
    return events(kind).stream()
        .findFirst()
        .map(event -> event.subject() + ": " + event.text())
        .orElse("");
  }

  boolean completed() {
    return inputs().ending() == Ending.COMPLETED;
  }

  /** Whether the run had a disturbance that may lose messages, or repeat them. */
  boolean disturbed() {
    boolean events =
        run.events().stream()
            .map(RunEvent::kind)
            .anyMatch(kind -> kind.equals("CONNECTION_LOST") || kind.startsWith("FAULT"));
    return events
        || total().get(Counter.FAILED) > 0
        || !inputs().lostWorkers().isEmpty()
        || !completed()
        || samples().longestSilenceNanos() >= LEAST_SILENCE_NANOS;
  }

  /** Faults that were injected while this phase was measured. */
  List<FaultReport> faultsIn(String phase) {
    return run.faults().stream().filter(fault -> fault.phase().equals(phase)).toList();
  }

  /** The fault that killed or froze a worker. */
  Optional<FaultReport> faultOf(String worker) {
    return run.faults().stream().filter(fault -> fault.workers().contains(worker)).findFirst();
  }

  /** Workers that were lost without a fault. */
  long unexplainedLosses() {
    return inputs().lostWorkers().stream()
        .map(LostWorker::name)
        .filter(worker -> faultOf(worker).isEmpty())
        .count();
  }

  /** Whether a fault has an effect in a part of a phase. */
  boolean affected(PhaseResult phase) {
    return affectedSeconds(phase) > 0;
  }

  /** Messages of a phase's schedule that were due while a fault had an effect. */
  double excused(PhaseResult phase) {
    return phase.intendedRatePerSecond().orElse(0.0) * affectedSeconds(phase);
  }

  private double affectedSeconds(PhaseResult phase) {
    double phaseEnd = (phase.startEpochNanos() + phase.lengthNanos()) / 1e9;
    double seconds = 0;
    double covered = phase.startEpochNanos() / 1e9;
    List<FaultReport> inOrder =
        run.faults().stream()
            .sorted(Comparator.comparingLong(FaultReport::windowStartMicros))
            .toList();
    for (FaultReport fault : inOrder) {
      double start = Math.max(covered, fault.windowStartMicros() / 1e6);
      double window = fault.effect().map(FaultReport.Effect::windowSeconds).orElse(0.0);
      double end = Math.min(phaseEnd, fault.windowStartMicros() / 1e6 + window);
      seconds += Math.max(0, end - start);
      covered = Math.max(covered, end);
    }
    return seconds;
  }

  /** How a phase of this name ended; empty if the run did not reach it. */
  Optional<PhaseEnd> ended(String phase) {
    return inputs().phaseEnds().stream().filter(end -> end.phase().equals(phase)).findFirst();
  }

  double limit(Threshold threshold) {
    return criteria.limit(threshold);
  }

  /** Whether the run used topics that it had created itself. */
  boolean ownTopics() {
    return !workload.destinations().areExisting() && workload.pattern() != Pattern.CONSUME_ONLY;
  }

  /** Whether no measured phase had a schedule. */
  boolean closedLoop() {
    return measuredPhases().stream().allMatch(phase -> phase.intendedRatePerSecond().isEmpty());
  }

  /** Messages never sent were due at most since the first of them. */
  private NeverSent neverSentOf(PhaseResult step) {
    long loadEnd =
        measuredPhases().stream()
            .mapToLong(each -> each.startEpochNanos() + each.lengthNanos())
            .max()
            .orElse(0);
    long stepEnd = step.startEpochNanos() + step.lengthNanos();
    long firstDue = loadEnd - neverSent.overdueNanos();
    if (neverSent.messages() == 0 || (stepEnd < loadEnd && stepEnd <= firstDue)) {
      return NeverSent.NONE;
    }
    if (stepEnd == loadEnd && step.startEpochNanos() <= firstDue) {
      return neverSent;
    }
    double intended = step.intendedRatePerSecond().orElse(0.0) * step.lengthNanos() / 1e9;
    long missing = Math.max(0, Math.round(intended - step.counters().get(Counter.SENT)));
    return new NeverSent(Math.min(missing, neverSent.messages()), neverSent.overdueNanos());
  }

  /** Messages of the schedule, with the arrivals and producers of this run. */
  Intended intended(double messages) {
    return new Intended(messages, workload.load().arrivals(), inputs().producers());
  }

  /** Messages of a phase's schedule; empty for a closed loop and where nothing was intended. */
  Optional<Intended> intended(PhaseResult phase) {
    return phase
        .intendedRatePerSecond()
        .map(rate -> rate * phase.lengthNanos() / 1e9)
        .map(messages -> Math.min(messages, leftOfLimit(phase)))
        .filter(messages -> messages > 0)
        .map(this::intended);
  }

  /** A message limit, counted over all phases, ends the schedule early. */
  private double leftOfLimit(PhaseResult phase) {
    if (workload.limits().messageLimit() == 0) {
      return Double.MAX_VALUE;
    }
    long sentBefore =
        phases.stream()
            .takeWhile(each -> each != phase)
            .mapToLong(each -> each.counters().get(Counter.SENT))
            .sum();
    return workload.limits().messageLimit() - sentBefore;
  }

  List<PhaseResult> measuredPhases() {
    return phases.stream().filter(PhaseResult::measured).toList();
  }

  /** All phases but the warm-up: a failover ends after what is measured. */
  Set<String> loadNames() {
    return phases.stream()
        .map(PhaseResult::name)
        .filter(name -> !name.equals(PhaseNames.WARM_UP))
        .collect(Collectors.toSet());
  }

  Set<String> measuredNames() {
    return measuredPhases().stream().map(PhaseResult::name).collect(Collectors.toSet());
  }
}
