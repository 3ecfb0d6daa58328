package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.yaml.DriverSecrets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Inputs of the verdict in addition to the metrics of a run. Stored with the result under these
 * names, so that the verdict of a stored run can be computed again.
 *
 * @param ending how the run ended
 * @param reason why, if it did not complete
 * @param workers names, in the order of {@link Sample#hosts}
 * @param lostWorkers in the order in which they are reported
 * @param clocks error bounds and steps
 * @param producers over all workers
 * @param maxInFlightPerProducer the in-flight cap or window
 * @param neverSent what was due and not sent when the load stopped
 * @param phaseEnds one for each phase, in their order
 * @param peakBacklogMessages the highest backlog seen
 * @param leaseExpired whether a worker stopped its load because its lease had expired
 * @param drained whether all acknowledged messages had been received when the run stopped waiting
 * @param messagesMissing whether some were missing at the end of the run
 * @param coLocated whether the broker ran on a worker's machine
 * @param stuckThreads load threads that did not end
 * @param brokerCounts the broker's own counts
 * @param leftAtBroker what the broker still had after all clients were closed
 * @param probes messages sent before the load to check the path
 * @param droppedEvents events beyond those in the result
 * @param droppedReadings telemetry readings beyond those in the result
 * @param damages what could not be written while the run went on, one line each
 * @param problems of the clean-up, one line each
 * @param brokerTrends memory and disk of the broker's nodes
 */
@RecordBuilder
public record VerdictInputs(
    Ending ending,
    String reason,
    List<String> workers,
    List<LostWorker> lostWorkers,
    Clocks clocks,
    int producers,
    int maxInFlightPerProducer,
    NeverSent neverSent,
    List<PhaseEnd> phaseEnds,
    long peakBacklogMessages,
    boolean leaseExpired,
    boolean drained,
    boolean messagesMissing,
    boolean coLocated,
    int stuckThreads,
    BrokerCounts brokerCounts,
    LeftAtBroker leftAtBroker,
    ProbeCounts probes,
    long droppedEvents,
    long droppedReadings,
    List<String> damages,
    List<String> problems,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<BrokerTrend> brokerTrends)
    implements VerdictInputsBuilder.With {
  public static final Part<VerdictInputs> PART =
      new Part<VerdictInputs>(
          "verdictInputs",
          Written.ALWAYS,
          null,
          classes -> classes.values().stream().reduce(VerdictInputs::and).orElseThrow()) {};

  /** The inputs of a run in which nothing went wrong. */
  public static final VerdictInputs GOOD =
      VerdictInputsBuilder.builder()
          .ending(Ending.COMPLETED)
          .reason("")
          .workers(List.of())
          .lostWorkers(List.of())
          .clocks(Clocks.ONE)
          .neverSent(NeverSent.NONE)
          .phaseEnds(List.of())
          .drained(true)
          .brokerCounts(BrokerCounts.NONE)
          .leftAtBroker(LeftAtBroker.NONE)
          .probes(ProbeCounts.NONE)
          .damages(List.of())
          .problems(List.of())
          .brokerTrends(List.of())
          .build();

  /** How a run ended. */
  public enum Ending {
    COMPLETED,
    INTERRUPTED,
    WORKER_LOST,
    FAILED,
    /** Code in the process called {@code System.exit}. */
    PROCESS_EXIT;

    /** If a class ends early, the others are interrupted. */
    private boolean isWorseThan(Ending other) {
      return other == COMPLETED && this != COMPLETED
          || other == INTERRUPTED && this != COMPLETED && this != INTERRUPTED;
    }
  }

  /**
   * A worker that was lost.
   *
   * @param why one line
   * @param announced whether the worker reported that it leaves, as after a signal
   */
  public record LostWorker(String name, String why, boolean announced) {}

  /**
   * How well the clocks of the workers are known.
   *
   * @param worstBoundNanos error bound of a pair of workers that exchanged messages; 0 on one clock
   * @param worstPair which pair
   * @param worstStepNanos how far a clock may have jumped, at most, where drift does not explain
   *     its readings
   * @param steppedWorker whose clock jumped; empty without a jump
   * @param contradictions clocks that should be equal and differ, one line each
   */
  public record Clocks(
      long worstBoundNanos,
      String worstPair,
      long worstStepNanos,
      String steppedWorker,
      List<String> contradictions) {
    public static final Clocks ONE = new Clocks(0, "", 0, "", List.of());

    public Clocks {
      contradictions = List.copyOf(contradictions);
    }

    /** The largest bound and the largest step of both, and all contradictions. */
    public Clocks worst(Clocks other) {
      Clocks bound = other.worstBoundNanos > worstBoundNanos ? other : this;
      Clocks step = other.worstStepNanos > worstStepNanos ? other : this;
      return new Clocks(
          bound.worstBoundNanos,
          bound.worstPair,
          step.worstStepNanos,
          step.steppedWorker,
          joined(contradictions, other.contradictions));
    }
  }

  /**
   * Messages that were due and not sent when the load stopped.
   *
   * @param messages over all producers
   * @param overdueNanos how long the first of them had been due
   */
  public record NeverSent(long messages, long overdueNanos) {
    public static final NeverSent NONE = new NeverSent(0, 0);

    /** The messages of both; the first of them is the one that had been due for longer. */
    public NeverSent plus(NeverSent other) {
      return new NeverSent(messages + other.messages, Math.max(overdueNanos, other.overdueNanos));
    }
  }

  /**
   * How a phase ended.
   *
   * @param lengthNanos how long it lasted
   * @param conditionMet whether it met its end condition
   * @param backlogMessages acknowledged and not yet received at that moment
   */
  public record PhaseEnd(
      String phase, long lengthNanos, boolean conditionMet, long backlogMessages) {
    /** The phase has ended when it has in both. */
    private PhaseEnd and(PhaseEnd other) {
      return new PhaseEnd(
          phase,
          Math.max(lengthNanos, other.lengthNanos),
          conditionMet && other.conditionMet,
          backlogMessages + other.backlogMessages);
    }
  }

  /**
   * The broker's own counts over all destinations of the run.
   *
   * @param published received from publishers, each message once; null if not reported
   * @param delivered sent to consumers; null if not reported
   * @param acknowledged by consumers, who may acknowledge later than they receive; null if not
   *     reported
   * @param nodeDown whether a node was down: its counts are lost
   * @param settled whether nothing changed for longer than the broker needs to show a change
   * @param heard whether the broker reported any figure
   * @param waitedNanos how long the run waited for these counts after the load
   */
  public record BrokerCounts(
      @Nullable Long published,
      @Nullable Long delivered,
      @Nullable Long acknowledged,
      boolean nodeDown,
      boolean settled,
      boolean heard,
      long waitedNanos) {
    public static final BrokerCounts NONE =
        new BrokerCounts(null, null, null, false, false, false, 0);
  }

  /**
   * What the broker still had after all clients were closed, as far as drivers read it live, and
   * readings that cannot be right.
   *
   * @param queues messages in queues, in any state; without those that are empty
   * @param lags messages that wait for subscriptions, as offsets may count them
   * @param acknowledged by consumers, in the broker's count; null if not reported
   * @param contradictions one line each
   */
  public record LeftAtBroker(
      Map<String, Long> queues,
      Map<String, Long> lags,
      @Nullable Long acknowledged,
      List<String> contradictions) {
    public static final LeftAtBroker NONE = new LeftAtBroker(Map.of(), Map.of(), null, List.of());

    public LeftAtBroker {
      queues = Collections.unmodifiableMap(new TreeMap<>(queues));
      lags = Collections.unmodifiableMap(new TreeMap<>(lags));
      contradictions = List.copyOf(contradictions);
    }

    /** Both may have read the same queues. The broker's count of one is not that of all. */
    private LeftAtBroker and(LeftAtBroker other) {
      Map<String, Long> allQueues = new TreeMap<>(queues);
      Map<String, Long> allLags = new TreeMap<>(lags);
      allQueues.putAll(other.queues);
      allLags.putAll(other.lags);
      return new LeftAtBroker(
          allQueues, allLags, null, joined(contradictions, other.contradictions));
    }

    /** Messages in all of them. */
    public static long sum(Map<String, Long> messages) {
      return messages.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * A straight line through the readings of a node in a phase.
   *
   * @param metric name in the telemetry, with its unit
   * @param subject which node
   * @param from its value at the first reading
   * @param to its value at the last reading
   * @param seconds between them
   * @param errors its slope as a multiple of the standard error
   */
  public record BrokerTrend(
      String phase,
      String metric,
      String subject,
      double from,
      double to,
      double seconds,
      double errors) {}

  public VerdictInputs {
    reason = DriverSecrets.masked(reason);
    workers = List.copyOf(workers);
    lostWorkers = List.copyOf(lostWorkers);
    phaseEnds = List.copyOf(phaseEnds);
    damages = damages.stream().map(DriverSecrets::masked).toList();
    problems = problems.stream().map(DriverSecrets::masked).toList();
    brokerTrends = brokerTrends == null ? List.of() : List.copyOf(brokerTrends);
  }

  /**
   * Combines two traffic classes of a run. Each compares the broker's counts with its own, and has
   * its own journal; trends are those of the whole run.
   */
  private VerdictInputs and(VerdictInputs other) {
    VerdictInputs worse = other.ending.isWorseThan(ending) ? other : this;
    Map<String, PhaseEnd> ends = new LinkedHashMap<>();
    Stream.of(phaseEnds, other.phaseEnds)
        .flatMap(List::stream)
        .forEach(end -> ends.merge(end.phase(), end, PhaseEnd::and));
    return new VerdictInputs(
        worse.ending,
        worse.reason,
        joined(workers, other.workers),
        joined(lostWorkers, other.lostWorkers),
        clocks.worst(other.clocks),
        producers + other.producers,
        Math.max(maxInFlightPerProducer, other.maxInFlightPerProducer),
        neverSent.plus(other.neverSent),
        List.copyOf(ends.values()),
        Math.max(peakBacklogMessages, other.peakBacklogMessages),
        leaseExpired || other.leaseExpired,
        drained && other.drained,
        messagesMissing || other.messagesMissing,
        coLocated || other.coLocated,
        stuckThreads + other.stuckThreads,
        BrokerCounts.NONE,
        leftAtBroker.and(other.leftAtBroker),
        probes.plus(other.probes),
        droppedEvents + other.droppedEvents,
        droppedReadings + other.droppedReadings,
        List.of(),
        joined(problems, other.problems),
        List.of());
  }

  /** What both have, once. */
  private static <T> List<T> joined(List<T> one, List<T> other) {
    return Stream.of(one, other).flatMap(List::stream).distinct().toList();
  }
}
