package io.tidemark.coordinator.clock;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A worker's clock over a run: estimates during the run, and their maximum error calculated from
 * all readings. Thread-safe.
 */
final class ClockTrack {
  /** Number of stored readings; the error of a time is final after half as many later ones. */
  private static final int MEMORY = 128;

  /** Interval at which estimates are compared with the bounds. */
  private static final long RASTER_NANOS = 250_000_000;

  /** Two readings of one clock, on two processors. */
  private static final long ONE_CLOCK_NANOS = 10_000;

  /** An estimate, and how long workers use it: until all of them have a later one. */
  private static final class InForce {
    final long fromEpochNanos;
    final ClockEstimate estimate;
    long untilEpochNanos = Long.MAX_VALUE;

    InForce(long fromEpochNanos, ClockEstimate estimate) {
      this.fromEpochNanos = fromEpochNanos;
      this.estimate = estimate;
    }
  }

  private final OffsetBounds bounds = new OffsetBounds();
  private final List<InForce> unsettled = new ArrayList<>();

  /** Known without measuring, until a reading contradicts it. */
  private @Nullable ClockEstimate exact;

  private String contradiction = "";
  private ClockEstimate estimate;
  private long fastestRoundTripNanos;
  private long largestStepNanos;
  private long worstBoundNanos;
  private long settledEpochNanos;
  private long lastUseEpochNanos;

  private ClockTrack(@Nullable ClockEstimate exact, OffsetReading first) {
    this.exact = exact;
    this.settledEpochNanos = first.epochNanos();
    this.fastestRoundTripNanos = first.roundTripNanos();
    add(first);
  }

  /**
   * Both report one monotonic clock: the offset is the difference of their anchors, unless a
   * reading contradicts it.
   */
  static ClockTrack exact(long offsetNanos, OffsetReading first) {
    return new ClockTrack(new ClockEstimate(0, offsetNanos, 0, 0), first);
  }

  static ClockTrack measured(OffsetReading first) {
    return new ClockTrack(null, first);
  }

  /** Whether the offset is known without measuring. */
  synchronized boolean isExact() {
    return exact != null;
  }

  /** The contradiction of a clock reported as equal; empty if there is none. */
  synchronized Optional<String> contradiction() {
    return contradiction.isEmpty() ? Optional.empty() : Optional.of(contradiction);
  }

  synchronized ClockEstimate estimate() {
    return estimate;
  }

  synchronized OffsetBounds.Range at(long epochNanos) {
    return bounds.at(epochNanos);
  }

  synchronized long fastestRoundTripNanos() {
    return fastestRoundTripNanos;
  }

  /** How far the clock may have jumped, at most; 0 if drift explains all readings. */
  synchronized long largestStepNanos() {
    return largestStepNanos;
  }

  /** From here on estimates matter: the load begins. */
  synchronized void judgeFrom(long epochNanos) {
    settledEpochNanos = epochNanos;
    worstBoundNanos = 0;
    unsettled.subList(0, unsettled.size() - 1).clear();
  }

  /** Measuring begins: earlier estimates do not count, unless still in use. */
  synchronized void judgeOnlyFrom(long epochNanos) {
    worstBoundNanos = 0;
    forgetBefore(epochNanos);
  }

  private void forgetBefore(long epochNanos) {
    settledEpochNanos = Math.max(settledEpochNanos, epochNanos);
    unsettled.removeIf(each -> each.untilEpochNanos < epochNanos);
  }

  /** From now on all workers use this estimate or a later one. */
  synchronized void replacedBy(ClockEstimate handedOut, long epochNanos) {
    for (InForce each : unsettled) {
      if (each.estimate.equals(handedOut)) {
        return;
      }
      each.untilEpochNanos = Math.min(each.untilEpochNanos, epochNanos);
    }
  }

  /** The clock was used until this moment, whether or not it could be read again. */
  synchronized void usedUntil(long epochNanos) {
    lastUseEpochNanos = Math.max(lastUseEpochNanos, epochNanos);
  }

  /** How many estimates have no final error yet: however long the run is, these are few. */
  synchronized int unsettledEstimates() {
    return unsettled.size();
  }

  synchronized long lastReadingEpochNanos() {
    return bounds.reading(bounds.size() - 1).epochNanos();
  }

  /** Takes a new reading. */
  synchronized void add(OffsetReading reading) {
    fastestRoundTripNanos = Math.min(fastestRoundTripNanos, reading.roundTripNanos());
    long jump = bounds.add(reading);
    if (exact != null) {
      compare(exact, reading);
    }
    if (jump > 0 && exact == null) { // Otherwise the difference is that of two processors.
      largestStepNanos = Math.max(largestStepNanos, jump);
      unsettled.clear();
      settledEpochNanos = Math.max(settledEpochNanos, reading.epochNanos());
    }
    estimate = exact != null ? exact : estimated(reading.epochNanos());
    if (unsettled.isEmpty() || !estimate.equals(unsettled.get(unsettled.size() - 1).estimate)) {
      unsettled.add(new InForce(reading.epochNanos(), estimate));
    }
    if (bounds.size() > MEMORY) {
      settle(bounds.reading(MEMORY / 2).epochNanos());
      bounds.forgetFirst();
    }
  }

  private void compare(ClockEstimate claimed, OffsetReading reading) {
    OffsetBounds.Range range = bounds.at(reading.epochNanos());
    if (range.outside(claimed.offsetNanos()) > ONE_CLOCK_NANOS) {
      exact = null;
      contradiction = range.against(claimed.offsetNanos());
    }
  }

  private ClockEstimate estimated(long epochNanos) {
    OffsetBounds.Range range = bounds.at(epochNanos);
    return new ClockEstimate(
        epochNanos, range.middle(), bounds.drift(), range.farthest(range.middle()));
  }

  /**
   * Maximum error of the used estimates, from all readings before and after; 0 when both read one
   * clock.
   */
  synchronized long worstBoundNanos() {
    if (exact != null) {
      return 0;
    }
    long last = Math.max(lastReadingEpochNanos(), lastUseEpochNanos);
    return Math.max(worstBoundNanos, worst(settledEpochNanos, last));
  }

  private void settle(long untilEpochNanos) {
    worstBoundNanos = Math.max(worstBoundNanos, worst(settledEpochNanos, untilEpochNanos));
    forgetBefore(untilEpochNanos);
  }

  private long worst(long fromEpochNanos, long untilEpochNanos) {
    long worst = 0;
    for (InForce each : unsettled) {
      long from = Math.max(fromEpochNanos, each.fromEpochNanos);
      long until = Math.min(untilEpochNanos, each.untilEpochNanos);
      for (long at = from; at < until + RASTER_NANOS && from <= until; at += RASTER_NANOS) {
        long moment = Math.min(at, until);
        worst = Math.max(worst, bounds.at(moment).farthest(each.estimate.offsetAt(moment)));
      }
    }
    return worst == 0 ? estimate.errorBoundNanos() : worst + bounds.wanderNanos(RASTER_NANOS / 2);
  }
}
