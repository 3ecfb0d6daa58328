package io.tidemark.coordinator;

import io.tidemark.measure.Clock;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;

/**
 * What a reading of a worker's clock proves: the worker received the question after it was asked,
 * and answered before the answer arrived. That bounds the offset, however unequal the two ways are.
 *
 * @param epochNanos the coordinator's time for which the bounds hold
 * @param lowestNanos worker's clock minus coordinator's, at least
 * @param highestNanos at most
 * @param roundTripNanos from the question to the answer
 */
record OffsetReading(long epochNanos, long lowestNanos, long highestNanos, long roundTripNanos) {
  // Quartz clocks drift by less; beyond it readings disagree because of something else.
  static final double LARGEST_DRIFT = 200e-6;

  private static final long KNOWN_WELL_NANOS = 100_000;
  private static final int MOST_READINGS = 2_000;
  private static final long LONGEST_NANOS = 1_500_000_000L;

  static OffsetReading of(Clock clock, ClockReading reading) {
    long asked = clock.epochNanosAt(reading.askedNanoTime());
    long arrived = clock.epochNanosAt(reading.arrivedNanoTime());
    long drifted = (long) (LARGEST_DRIFT * (arrived - asked));
    return new OffsetReading(
        asked + (arrived - asked) / 2,
        reading.epochNanos() - arrived - drifted,
        reading.receivedEpochNanos() - asked + drifted,
        arrived - asked);
  }

  /** Reads the clock several times, one after the other, and takes what all of them prove. */
  static OffsetReading burst(Clock clock, Worker worker, int readings)
      throws WorkerException, InterruptedException {
    OffsetReading all = of(clock, worker.readClock());
    for (int i = 1; i < readings; i++) {
      all = of(clock, worker.readClock()).and(all);
    }
    return all;
  }

  /**
   * As {@link #burst}, and goes on until the offset is known well, 1.5 s at most: the first
   * readings of a JVM that has just started are slow.
   */
  static OffsetReading thorough(Clock clock, Worker worker, int readings)
      throws WorkerException, InterruptedException {
    long endEpochNanos = clock.epochNanos() + LONGEST_NANOS;
    OffsetReading all = burst(clock, worker, readings);
    int taken = readings;
    while (!all.isNarrow() && taken < MOST_READINGS && clock.epochNanos() < endEpochNanos) {
      taken++;
      all = of(clock, worker.readClock()).and(all);
    }
    return all;
  }

  private boolean isNarrow() {
    return highestNanos - lowestNanos <= 2 * KNOWN_WELL_NANOS;
  }

  /** With what an earlier reading proves; this one alone if they contradict each other. */
  private OffsetReading and(OffsetReading earlier) {
    long drifted = (long) (LARGEST_DRIFT * (epochNanos - earlier.epochNanos));
    long lowest = Math.max(lowestNanos, earlier.lowestNanos - drifted);
    long highest = Math.min(highestNanos, earlier.highestNanos + drifted);
    long roundTrip = Math.min(roundTripNanos, earlier.roundTripNanos);
    return lowest <= highest
        ? new OffsetReading(epochNanos, lowest, highest, roundTrip)
        : new OffsetReading(epochNanos, lowestNanos, highestNanos, roundTrip);
  }
}
