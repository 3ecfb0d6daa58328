package io.tidemark.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tidemark.model.result.PhaseResult;
import java.util.Objects;
import java.util.Optional;

/**
 * A phase as stored, or all measured phases as one.
 *
 * @param measured whether it belongs to the result
 * @param startEpochMicros in the coordinator's clock
 * @param intendedRatePerSecond messages per second of the schedule; null for a closed loop
 * @param requesters how many asked, of a request/reply run; else absent
 * @param backlogMessages acknowledged and not yet received at its end; absent where no sample was
 *     taken in it
 * @param rates means over the phase
 * @param counts messages of this phase, by intended send time
 * @param excluded messages of this phase that the latencies do not contain; null in files of
 *     version 1
 */
public record StoredPhase(
    String name,
    boolean measured,
    long startEpochMicros,
    double lengthSeconds,
    Double intendedRatePerSecond,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer requesters,
    @JsonInclude(JsonInclude.Include.NON_NULL) Long backlogMessages,
    StoredRates rates,
    StoredCounts counts,
    StoredExclusions excluded,
    Latencies latencies) {
  public StoredPhase {
    Objects.requireNonNull(name);
    Objects.requireNonNull(rates);
    Objects.requireNonNull(counts);
    Objects.requireNonNull(latencies);
  }

  /**
   * @param backlog at its end; null where it is not known
   */
  static StoredPhase of(PhaseResult phase, boolean requestReply, int subscriptions, Long backlog) {
    return new StoredPhase(
        phase.name(),
        phase.measured(),
        phase.startEpochNanos() / 1_000,
        phase.lengthNanos() / 1e9,
        phase.intendedRatePerSecond().orElse(null),
        phase.requesters().orElse(null),
        backlog,
        StoredRates.of(phase.rates(), requestReply),
        StoredCounts.of(phase.counters(), requestReply),
        StoredExclusions.of(phase, requestReply, subscriptions),
        Latencies.of(phase));
  }

  /** Of the schedule; empty for a closed loop. */
  public Optional<Double> intendedRate() {
    return Optional.ofNullable(intendedRatePerSecond);
  }
}
