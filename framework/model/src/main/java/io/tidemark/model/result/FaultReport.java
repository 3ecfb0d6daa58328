package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.fault.FaultKind.FaultAction;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A fault that a run injected, and its effect. Times are epoch microseconds of the coordinator's
 * clock. docs/concepts/measuring.md defines each figure.
 *
 * @param name as in the workload
 * @param action what was done, as in the workload
 * @param nodes numbers of the nodes that it was done to; empty for a command or a worker
 * @param workers names of the workers that it was done to
 * @param phase in which it was injected
 * @param injectedMicros when the injection began; 0 if it did not
 * @param inEffectMicros when it was complete; empty if it failed
 * @param undoBegunMicros when the undoing began; empty if it did not
 * @param undoneMicros when it was undone; empty if it was not, or nothing had to be
 * @param problem what failed; empty if nothing did
 * @param effect empty if the injection failed
 */
@RecordBuilder
public record FaultReport(
    String name,
    FaultAction action,
    List<Integer> nodes,
    List<String> workers,
    String phase,
    @JsonProperty("injectedEpochMicros") long injectedMicros,
    @JsonProperty("inEffectEpochMicros") Optional<Long> inEffectMicros,
    @JsonProperty("undoBegunEpochMicros") Optional<Long> undoBegunMicros,
    @JsonProperty("undoneEpochMicros") Optional<Long> undoneMicros,
    String problem,
    Optional<Effect> effect)
    implements FaultReportBuilder.With {
  public static final Part<List<FaultReport>> PART =
      new Part<List<FaultReport>>("faults", Written.IF_ANY, List.of()) {};

  /**
   * The effect on the message flow. Times are seconds since its begin, to the length of a sample.
   *
   * @param resolutionSeconds the length of the longest sample in the window
   * @param windowSeconds how long errors and missing messages count as effect of the fault
   * @param fromMicros when it began: when the fault was in effect, or earlier if there was a sign
   *     of it; empty in files of versions that counted from the injection
   * @param overlaps names of the faults whose effects cannot be separated from this one: which
   *     flow, error and leader is an effect of which fault is not known, and is left out
   * @param outlastsLoad whether the fault was in effect when the load ended: it is judged by what
   *     came before
   * @param firstErrorSeconds first failed send or lost connection; empty without one
   * @param publish acknowledged messages; empty if none were acknowledged before, and for overlaps
   * @param deliver received messages; empty if none were received before
   * @param peakWaiting most messages that were due or acknowledged and not received, in the window
   * @param waitingGoneSeconds until no more of them were waiting than before; empty if there were
   *     more until the end
   * @param failed sends that failed in the window
   * @param lost acknowledged messages that were never received; empty if not known, or if the run
   *     had several faults and lost any
   * @param duplicated deliveries beyond the first; empty as for {@code lost}
   * @param leaderChanges queues or partitions that had another leader than before, at any time in
   *     the window; empty if the driver does not report leaders
   */
  @JsonPropertyOrder({"resolutionSeconds", "windowSeconds", "recoverySeconds"})
  @RecordBuilder
  public record Effect(
      double resolutionSeconds,
      double windowSeconds,
      @JsonProperty("fromEpochMicros") Optional<Long> fromMicros,
      List<String> overlaps,
      boolean outlastsLoad,
      Optional<Double> firstErrorSeconds,
      Optional<Flow> publish,
      Optional<Flow> deliver,
      @JsonProperty("peakWaitingMessages") long peakWaiting,
      Optional<Double> waitingGoneSeconds,
      @JsonProperty("failedMessages") long failed,
      @JsonProperty("lostMessages") Optional<Long> lost,
      @JsonProperty("duplicatedMessages") Optional<Long> duplicated,
      Optional<Long> leaderChanges)
      implements FaultReportEffectBuilder.With {
    public Effect {
      // Absent in files of versions that did not look for overlaps.
      overlaps = overlaps == null ? List.of() : List.copyOf(overlaps);
    }

    /** Whether both directions have their rate again. */
    public boolean recovered() {
      return recoverySeconds().isPresent();
    }

    /** Both directions, as far as they have a rate. */
    public Stream<Flow> flows() {
      return Stream.of(publish, deliver).flatMap(Optional::stream);
    }

    /** Until the later one of both directions has recovered; empty if one has not. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Optional<Double> recoverySeconds() {
      return flows().anyMatch(flow -> flow.recoverySeconds().isEmpty())
          ? Optional.empty()
          : flows().flatMap(flow -> flow.recoverySeconds().stream()).max(Double::compare);
    }
  }

  /**
   * One direction.
   *
   * @param beforePerSecond rate of the 10 s before
   * @param intendedPerSecond of the schedule in these 10 s; empty in a closed loop, and in files of
   *     versions that compared with the rate before in an open loop, too
   * @param lowestPerSecond lowest rate in any second until the recovery
   * @param silenceSeconds longest time without a message until the recovery
   * @param firstAfterSeconds when that silence ended; empty without one, or if it did not
   * @param dipSeconds when the dip began; empty without a dip
   * @param recoverySeconds until 99 % of the intended rate, in a closed loop of the rate before;
   *     empty if it was not reached
   * @param missing messages fewer than at that rate, until the recovery
   * @param p99RecoverySeconds until the p99 latency was again that of before; empty if it was not
   * @param afterPercent rate of the last 10 s before the next fault or the end of the phase, in
   *     percent of that rate; empty if the fault was not over then
   */
  public record Flow(
      @JsonProperty("beforeRatePerSecond") double beforePerSecond,
      @JsonProperty("intendedRatePerSecond") Optional<Double> intendedPerSecond,
      @JsonProperty("lowestRatePerSecond") double lowestPerSecond,
      double silenceSeconds,
      Optional<Double> firstAfterSeconds,
      Optional<Double> dipSeconds,
      Optional<Double> recoverySeconds,
      @JsonProperty("missingMessages") long missing,
      Optional<Double> p99RecoverySeconds,
      Optional<Double> afterPercent) {
    private static final double MET = 0.99;

    /** Whether the rate was already below the intended one before the fault. */
    public boolean wasBelowIntention() {
      return recoverySeconds.isEmpty()
          && intendedPerSecond.filter(intended -> beforePerSecond < MET * intended).isPresent();
    }
  }

  public FaultReport {
    nodes = List.copyOf(nodes);
    // Absent in files of versions without faults of workers.
    workers = workers == null ? List.of() : List.copyOf(workers);
  }

  /** When its window begins. */
  public long windowStartMicros() {
    return effect.flatMap(Effect::fromMicros).orElse(injectedMicros);
  }

  /** Whether a part of this time lies in the fault's window. */
  public boolean affects(long startMicros, double lengthSeconds) {
    return effect
        .filter(
            each ->
                startMicros + lengthSeconds * 1e6 > windowStartMicros() + SLACK_MICROS
                    && startMicros
                        < windowStartMicros()
                            + Math.round(each.windowSeconds() * 1e6)
                            - SLACK_MICROS)
        .isPresent();
  }

  // Stored times are rounded; a window begins and ends with a sample.
  private static final long SLACK_MICROS = 1_000;
}
