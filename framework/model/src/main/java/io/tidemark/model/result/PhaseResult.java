package io.tidemark.model.result;

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
 * @param startEpochNanos when it began, in the coordinator's clock
 * @param lengthNanos how long it lasted
 * @param intendedRatePerSecond mean of the schedule; empty for a closed loop
 * @param byTime what happened while the phase lasted, whenever it had been intended
 * @param counters by intended send time: messages of this phase, whenever they ended
 * @param scale numbers of clients and sizes, as far as they change
 * @param histograms nanoseconds; a measure without samples is absent. Not to be changed.
 */
public record PhaseResult(
    String name,
    boolean measured,
    long startEpochNanos,
    long lengthNanos,
    Optional<Double> intendedRatePerSecond,
    Throughput byTime,
    Counters counters,
    PhaseScale scale,
    Map<Measure, Histogram> histograms) {
  public PhaseResult {
    Map<Measure, Histogram> copy = new EnumMap<>(Measure.class);
    copy.putAll(histograms);
    histograms = Collections.unmodifiableMap(copy);
  }

  /** The same, as if it did not belong to the result. */
  public PhaseResult asUnmeasured() {
    return with(false, startEpochNanos);
  }

  /** The same, as if it belonged to the result. */
  public PhaseResult asMeasured() {
    return with(true, startEpochNanos);
  }

  /** The same, beginning at another time. */
  PhaseResult from(long otherEpochNanos) {
    return with(measured, otherEpochNanos);
  }

  private PhaseResult with(boolean isMeasured, long beginEpochNanos) {
    return new PhaseResult(
        name,
        isMeasured,
        beginEpochNanos,
        lengthNanos,
        intendedRatePerSecond,
        byTime,
        counters,
        scale,
        histograms);
  }

  /** By time. */
  public double perSecond(Counter counter) {
    return byTime.perSecond(counter);
  }

  /** The summary of a measure; empty when nothing was measured. */
  public Optional<LatencySummary> latency(Measure measure) {
    return Optional.ofNullable(histograms.get(measure)).flatMap(LatencySummary::of);
  }
}
