package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.result.json.CountsJson;
import io.tidemark.model.result.json.EpochMicros;
import io.tidemark.model.result.json.Seconds;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.PhaseScale;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Totals of a phase.
 *
 * @param name {@code warm-up}, {@code test}, {@code drain} or the workload's own
 * @param measured whether it belongs to the result (warm-up and drain do not)
 * @param startEpochNanos when it began, in the coordinator's clock; whole microseconds, as in files
 * @param lengthNanos how long it lasted
 * @param intendedRatePerSecond mean of the schedule; empty for a closed loop
 * @param byTime what happened while the phase lasted, whenever it had been intended
 * @param counters by intended send time: messages of this phase, whenever they ended
 * @param requesters how many asked; empty in runs of other patterns
 * @param producers over all topics; empty if all phases have the same
 * @param consumers over all topics and subscriptions; empty if all phases have the same
 * @param messageSizeBytes of every message; empty if all phases have the same
 * @param backlogMessages acknowledged and not yet received at its end; empty where no sample was
 *     taken in it
 * @param excluded messages of this phase that the latencies do not contain; empty in files of
 *     version 1
 * @param latencies summaries of the histograms
 * @param histograms nanoseconds; a measure without samples is absent. Not to be changed; empty in a
 *     result that was read without them.
 */
@JsonPropertyOrder({
  "name",
  "measured",
  "startEpochMicros",
  "lengthSeconds",
  "intendedRatePerSecond",
  "requesters",
  "producers",
  "consumers",
  "messageSizeBytes",
  "backlogMessages",
  "byTime",
  "countsByIntention",
  "excluded",
  "latencies"
})
@RecordBuilder
public record PhaseResult(
    String name,
    boolean measured,
    @JsonProperty("startEpochMicros") @EpochMicros long startEpochNanos,
    @JsonProperty("lengthSeconds") @Seconds long lengthNanos,
    Optional<Double> intendedRatePerSecond,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Integer> requesters,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Integer> producers,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Integer> consumers,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Integer> messageSizeBytes,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Long> backlogMessages,
    Throughput byTime,
    @JsonProperty("countsByIntention") @CountsJson Counters counters,
    Optional<Exclusions> excluded,
    Latencies latencies,
    @JsonIgnore Map<Measure, Histogram> histograms)
    implements PhaseResultBuilder.With {
  public PhaseResult {
    startEpochNanos = startEpochNanos / 1_000 * 1_000;
    Map<Measure, Histogram> copy = new EnumMap<>(Measure.class);
    if (histograms != null) { // They are in files of their own.
      copy.putAll(histograms);
    }
    histograms = Collections.unmodifiableMap(copy);
  }

  /** Measured, with what follows from the histograms. */
  public PhaseResult(
      String name,
      boolean measured,
      long startEpochNanos,
      long lengthNanos,
      Optional<Double> intendedRatePerSecond,
      Throughput byTime,
      Counters counters,
      PhaseScale scale,
      Map<Measure, Histogram> histograms) {
    this(
        name,
        measured,
        startEpochNanos,
        lengthNanos,
        intendedRatePerSecond,
        scale.requesters(),
        scale.producers(),
        scale.consumers(),
        scale.messageSizeBytes(),
        Optional.empty(),
        byTime,
        counters,
        Optional.empty(),
        Latencies.of(histograms),
        histograms);
  }

  /** Numbers of clients and sizes, as far as they change. */
  public PhaseScale scale() {
    return new PhaseScale(requesters, producers, consumers, messageSizeBytes);
  }

  /** When it began, in microseconds. */
  public long startEpochMicros() {
    return startEpochNanos / 1_000;
  }

  /** How long it lasted, in seconds. */
  public double lengthSeconds() {
    return lengthNanos / 1e9;
  }

  /** Returns the rate by time. */
  public double perSecond(Counter counter) {
    return byTime.perSecond(counter);
  }

  /** The summary of a measure; empty when nothing was measured. */
  public Optional<LatencySummary> latency(Measure measure) {
    return Optional.ofNullable(histograms.get(measure)).flatMap(LatencySummary::of);
  }
}
