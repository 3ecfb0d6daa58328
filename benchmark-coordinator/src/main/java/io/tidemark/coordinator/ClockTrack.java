package io.tidemark.coordinator;

import io.tidemark.measure.Clock;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The readings of one worker's clock over a run, and what follows from them. The best of each burst
 * of readings (the one with the shortest round trip) counts; the true offset lies within half of
 * its round trip. Safe for all threads.
 */
final class ClockTrack {
  // Quartz clocks drift by less; beyond it the readings disagree because of something else.
  private static final double LARGEST_DRIFT = 200e-6;
  private static final long MEMORY = 64;

  /** The best reading of a burst. */
  record Reading(long coordinatorEpochNanos, long offsetNanos, long halfRoundTripNanos) {

    static Reading best(Clock clock, Worker worker, int readings)
        throws WorkerException, InterruptedException {
      Reading best = null;
      for (int i = 0; i < readings; i++) {
        long before = clock.epochNanos();
        long theirs = worker.readClock().epochNanos();
        long after = clock.epochNanos();
        long half = (after - before + 1) / 2;
        if (best == null || half < best.halfRoundTripNanos()) {
          long middle = before + (after - before) / 2;
          best = new Reading(middle, theirs - middle, half);
        }
      }
      return best;
    }
  }

  private final Deque<Reading> readings = new ArrayDeque<>();
  private final boolean exact;
  private ClockEstimate estimate;
  private long largestStepNanos;
  private long worstBoundNanos;

  private ClockTrack(boolean exact, ClockEstimate estimate) {
    this.exact = exact;
    this.estimate = estimate;
  }

  /** Both read one monotonic clock: the difference of their anchors is all there is to know. */
  static ClockTrack exact(long offsetNanos) {
    return new ClockTrack(true, new ClockEstimate(0, offsetNanos, 0, 0));
  }

  static ClockTrack measured(Reading first) {
    ClockTrack track =
        new ClockTrack(
            false,
            new ClockEstimate(
                first.coordinatorEpochNanos(), first.offsetNanos(), 0, first.halfRoundTripNanos()));
    track.readings.add(first);
    track.worstBoundNanos = first.halfRoundTripNanos();
    return track;
  }

  boolean isExact() {
    return exact;
  }

  synchronized ClockEstimate estimate() {
    return estimate;
  }

  /** The largest disagreement of a reading with what was known before, beyond both bounds. */
  synchronized long largestStepNanos() {
    return largestStepNanos;
  }

  /** The widest bound that held at any time of the run. */
  synchronized long worstBoundNanos() {
    return worstBoundNanos;
  }

  /** Takes the best reading of a new burst. */
  synchronized void add(Reading reading) {
    if (exact) {
      return;
    }
    long unexplained = unexplained(reading);
    noteStep(reading, unexplained);
    readings.addLast(reading);
    if (readings.size() > MEMORY) {
      readings.removeFirst();
    }
    Reading first = readings.getFirst();
    long spanNanos = reading.coordinatorEpochNanos() - first.coordinatorEpochNanos();
    double drift = 0;
    if (spanNanos > 0) {
      double slope = (double) (reading.offsetNanos() - first.offsetNanos()) / spanNanos;
      double doubt =
          (double) (reading.halfRoundTripNanos() + first.halfRoundTripNanos()) / spanNanos;
      // A slope that the error bounds alone explain is no drift.
      drift = Math.abs(slope) > doubt && Math.abs(slope) <= LARGEST_DRIFT ? slope : 0;
    }
    estimate =
        new ClockEstimate(
            reading.coordinatorEpochNanos(),
            reading.offsetNanos(),
            drift,
            reading.halfRoundTripNanos() + unexplained);
    worstBoundNanos = Math.max(worstBoundNanos, estimate.errorBoundNanos());
  }

  /** How far a reading is from what was expected, beyond the bounds of both: drift, or a step. */
  private long unexplained(Reading reading) {
    long expected = estimate.offsetAt(reading.coordinatorEpochNanos());
    long apart = Math.abs(reading.offsetNanos() - expected);
    return Math.max(0, apart - reading.halfRoundTripNanos() - estimate.errorBoundNanos());
  }

  private void noteStep(Reading reading, long unexplained) {
    long sinceNanos = reading.coordinatorEpochNanos() - estimate.referenceEpochNanos();
    long beyond = unexplained - (long) (LARGEST_DRIFT * Math.max(0, sinceNanos));
    largestStepNanos = Math.max(largestStepNanos, beyond);
  }
}
