package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.yaml.DriverSecrets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<BrokerTrend> brokerTrends) {

  /** How a run ended. */
  public enum Ending {
    COMPLETED,
    INTERRUPTED,
    WORKER_LOST,
    FAILED,
    /** Code in the process called {@code System.exit}. */
    PROCESS_EXIT
  }

  /**
   * A worker that was lost.
   *
   * @param why one line
   * @param announced whether the worker reported that it leaves, as after a signal
   */
  public record LostWorker(String name, String why, boolean announced) {
    public LostWorker {
      Objects.requireNonNull(name);
      Objects.requireNonNull(why);
    }
  }

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
      Objects.requireNonNull(worstPair);
      Objects.requireNonNull(steppedWorker);
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
          Stream.concat(contradictions.stream(), other.contradictions.stream()).toList());
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
    public PhaseEnd {
      Objects.requireNonNull(phase);
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
      double errors) {
    public BrokerTrend {
      Objects.requireNonNull(phase);
      Objects.requireNonNull(metric);
      Objects.requireNonNull(subject);
    }
  }

  public VerdictInputs {
    Objects.requireNonNull(ending);
    reason = DriverSecrets.masked(reason);
    Objects.requireNonNull(clocks);
    Objects.requireNonNull(neverSent);
    Objects.requireNonNull(brokerCounts);
    Objects.requireNonNull(leftAtBroker);
    Objects.requireNonNull(probes);
    workers = List.copyOf(workers);
    lostWorkers = List.copyOf(lostWorkers);
    phaseEnds = List.copyOf(phaseEnds);
    damages = damages.stream().map(DriverSecrets::masked).toList();
    problems = problems.stream().map(DriverSecrets::masked).toList();
    brokerTrends = brokerTrends == null ? List.of() : List.copyOf(brokerTrends);
  }
}
