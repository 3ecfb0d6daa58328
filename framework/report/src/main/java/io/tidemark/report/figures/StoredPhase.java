package io.tidemark.report.figures;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.PhaseScale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A phase as stored, or all measured phases as one.
 *
 * @param measured whether it belongs to the result
 * @param startEpochMicros in the coordinator's clock
 * @param intendedRatePerSecond messages per second of the schedule; null for a closed loop
 * @param requesters how many asked, of a request/reply run; else absent
 * @param producers over all topics; absent if all phases have the same
 * @param consumers over all topics and subscriptions; absent if all phases have the same
 * @param messageSizeBytes of every message; absent if all phases have the same
 * @param backlogMessages acknowledged and not yet received at its end; absent where no sample was
 *     taken in it
 * @param byTime what happened while the phase lasted
 * @param countsByIntention messages that were intended to be sent in this phase, whenever they
 *     ended
 * @param excluded messages of this phase that the latencies do not contain; null in files of
 *     version 1
 */
public record StoredPhase(
    String name,
    boolean measured,
    long startEpochMicros,
    double lengthSeconds,
    @Nullable Double intendedRatePerSecond,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer requesters,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer producers,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer consumers,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer messageSizeBytes,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long backlogMessages,
    ByTime byTime,
    StoredCounts countsByIntention,
    @Nullable StoredExclusions excluded,
    Latencies latencies) {

  /**
   * What happened while a phase lasted, whenever it had been intended: each rate is its count over
   * its time.
   *
   * @param sendingSeconds in which sends, their outcomes and round trips were counted
   * @param receivingSeconds in which received messages were counted: the same, or, where nothing
   *     was sent, from the first arrival to the last one
   * @param counts null in files of schema version 1
   */
  public record ByTime(
      double sendingSeconds,
      double receivingSeconds,
      StoredRates rates,
      @Nullable StoredCounts counts) {
    public ByTime {
      Objects.requireNonNull(rates);
    }

    static ByTime of(Throughput throughput, boolean requestReply) {
      return new ByTime(
          throughput.sendingNanos() / 1e9,
          throughput.receivingNanos() / 1e9,
          StoredRates.of(throughput::perSecond, requestReply),
          new StoredCounts(throughput.counters(), requestReply));
    }

    /** Files of schema version 1, which have none, are only shown. */
    public StoredCounts requiredCounts() {
      return Objects.requireNonNull(counts);
    }

    Throughput toThroughput() {
      return new Throughput(
          requiredCounts().counters(),
          LatencyMicros.nanosOfSeconds(sendingSeconds),
          LatencyMicros.nanosOfSeconds(receivingSeconds));
    }
  }

  public StoredPhase {
    Objects.requireNonNull(name);
    Objects.requireNonNull(byTime);
    Objects.requireNonNull(countsByIntention);
    Objects.requireNonNull(latencies);
  }

  /**
   * @param backlog at its end; null where it is not known
   */
  static StoredPhase of(
      PhaseResult phase, boolean requestReply, int subscriptions, @Nullable Long backlog) {
    return new StoredPhase(
        phase.name(),
        phase.measured(),
        phase.startEpochNanos() / 1_000,
        phase.lengthNanos() / 1e9,
        phase.intendedRatePerSecond().orElse(null),
        phase.scale().requesters().orElse(null),
        phase.scale().producers().orElse(null),
        phase.scale().consumers().orElse(null),
        phase.scale().messageSizeBytes().orElse(null),
        backlog,
        ByTime.of(phase.byTime(), requestReply),
        new StoredCounts(phase.counters(), requestReply),
        StoredExclusions.of(phase, requestReply, subscriptions),
        Latencies.of(phase));
  }

  /** By time. */
  public StoredRates rates() {
    return byTime.rates();
  }

  /** By intention. */
  public StoredCounts counts() {
    return countsByIntention;
  }

  /** Of the schedule; empty for a closed loop. */
  public Optional<Double> intendedRate() {
    return Optional.ofNullable(intendedRatePerSecond);
  }

  public PhaseResult toPhase(Map<Measure, Histogram> histograms) {
    return new PhaseResult(
        name,
        measured,
        startEpochMicros * 1_000,
        LatencyMicros.nanosOfSeconds(lengthSeconds),
        intendedRate(),
        byTime.toThroughput(),
        countsByIntention.counters(),
        new PhaseScale(
            Optional.ofNullable(requesters),
            Optional.ofNullable(producers),
            Optional.ofNullable(consumers),
            Optional.ofNullable(messageSizeBytes)),
        histograms);
  }
}
