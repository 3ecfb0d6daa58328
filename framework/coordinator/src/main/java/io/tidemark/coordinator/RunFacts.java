package io.tidemark.coordinator;

import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.Intended;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All that the verdict looks at; values only.
 *
 * @param phases as they will be in the result
 * @param stages how the stages went, by the same order
 * @param samples of the whole run, as far as the verdict asks
 * @param total counters of the whole run
 * @param delivery what became of the messages
 * @param requestReply how requests were answered; empty in runs of other patterns
 * @param events what happened besides
 * @param ending how the run ended
 * @param reason why, when it did not complete
 * @param workerNames by index
 * @param lostWorkers by worker name
 * @param clocks bounds and steps
 * @param producers over all workers
 * @param maxInFlightPerProducer the cap or window
 * @param neverSent what the schedule wanted and had not got when the load stopped
 * @param peakBacklog the highest seen
 * @param leaseExpired whether a worker stopped its load by itself
 * @param drained whether everything acknowledged had been received when the run stopped waiting
 * @param missing whether something still was when everything was over
 * @param coLocated whether the broker ran on a worker's machine
 * @param stuckThreads load threads that did not end
 * @param brokerCounts what the broker counted itself
 * @param probes messages of before the load, to find out whether they get through
 * @param droppedEvents happened beyond those that were kept
 * @param cutReadings of telemetry beyond those that were kept
 * @param damages what else could not be kept, one line each
 * @param problems of the clean-up
 */
record RunFacts(
    Workload workload,
    List<PhaseResult> phases,
    List<LoadRun.Ran> stages,
    SampleDigest samples,
    Counters total,
    DeliveryReport delivery,
    Optional<RequestReplyReport> requestReply,
    List<RunEvent> events,
    RunEnd.Ending ending,
    String reason,
    List<String> workerNames,
    Map<String, Loss> lostWorkers,
    Clocks clocks,
    int producers,
    int maxInFlightPerProducer,
    NeverSent neverSent,
    long peakBacklog,
    boolean leaseExpired,
    boolean drained,
    boolean missing,
    boolean coLocated,
    int stuckThreads,
    BrokerCounts.Totals brokerCounts,
    ProbeCounts probes,
    long droppedEvents,
    long cutReadings,
    List<String> damages,
    List<String> problems) {

  /**
   * @param worstBoundNanos of a pair of workers between which messages went; 0 for one clock
   * @param worstPair which pair
   * @param worstStepNanos the largest jump of a clock that no drift explains
   * @param steppedWorker whose clock jumped; empty when none
   * @param contradictions clocks that were said to be one and are not, a line each
   */
  record Clocks(
      long worstBoundNanos,
      String worstPair,
      long worstStepNanos,
      String steppedWorker,
      List<String> contradictions) {
    static final Clocks ONE = new Clocks(0, "", 0, "", List.of());
  }

  /** As if the run had had this measured phase only. */
  RunFacts only(PhaseResult step) {
    return new RunFacts(
        workload,
        phases.stream().map(each -> each == step ? each : each.asUnmeasured()).toList(),
        stages,
        samples,
        total,
        delivery,
        requestReply,
        events,
        ending,
        reason,
        workerNames,
        lostWorkers,
        clocks,
        producers,
        maxInFlightPerProducer,
        neverSentOf(step),
        peakBacklog,
        leaseExpired,
        drained,
        missing,
        coLocated,
        stuckThreads,
        brokerCounts,
        probes,
        droppedEvents,
        cutReadings,
        damages,
        problems);
  }

  /** What was owed at the end was due before it for no longer than the first message of it. */
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
    long missing = Math.max(0, Math.round(intended - step.counters().sent()));
    return new NeverSent(Math.min(missing, neverSent.messages()), neverSent.overdueNanos());
  }

  /** Messages of the schedule, with the arrivals and producers of this run. */
  Intended intended(double messages) {
    return new Intended(messages, workload.arrivals(), producers);
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
    if (workload.messageLimit() == 0) {
      return Double.MAX_VALUE;
    }
    long sentBefore =
        phases.stream()
            .takeWhile(each -> each != phase)
            .mapToLong(each -> each.counters().sent())
            .sum();
    return workload.messageLimit() - sentBefore;
  }

  List<PhaseResult> measuredPhases() {
    return phases.stream().filter(PhaseResult::measured).toList();
  }

  Set<String> measuredNames() {
    return measuredPhases().stream().map(PhaseResult::name).collect(Collectors.toSet());
  }
}
