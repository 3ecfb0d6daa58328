package io.tidemark.coordinator.clock;

import io.tidemark.base.Clock;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import java.util.Optional;

/**
 * Bounds of the offset from a reading of a worker's clock: the worker received the request after it
 * was sent, and responded before the response arrived. This holds for any network delays.
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

  /** How much is done for one reading of a clock: until the offset is known well, within limits. */
  enum Effort {
    /** An exact offset is only checked. */
    CHECK(32, 32, Long.MAX_VALUE),
    /** The first readings of a JVM that has just started are slow. */
    FIRST(32, 2_000, 1_500_000_000L),
    /** Their first readings come one after another, and each is read more often later. */
    FIRST_OF_MANY(32, 2_000, 300_000_000L),
    /** During the load; a slow way ends it soon. */
    LATER(12, 60, 50_000_000L),
    /**
     * During the load with many workers, or of an exact offset: the readings are most of what the
     * coordinator does for a worker.
     */
    BRIEF(3, 12, 20_000_000L),
    /** Whether an exact offset of one of many workers still holds. */
    GLANCE(1, 1, 0);

    private final int least;
    private final int most;
    private final long longestNanos;

    Effort(int least, int most, long longestNanos) {
      this.least = least;
      this.most = most;
      this.longestNanos = longestNanos;
    }
  }

  /**
   * Reads the clock several times and combines the bounds, until a call fails or the thread is
   * interrupted: then its flag is set. If the clock jumps, only the readings after it count.
   */
  static OffsetReading burst(Clock clock, Worker worker, Effort effort)
      throws WorkerException, InterruptedException {
    long startEpochNanos = clock.epochNanos();
    OffsetReading all = of(clock, worker.readClock());
    int combined = 1;
    for (int taken = 1; taken < effort.most; taken++) {
      boolean late = clock.epochNanos() - startEpochNanos >= effort.longestNanos;
      if (combined >= effort.least && (late || all.isNarrow())) {
        return all;
      }
      try {
        OffsetReading next = of(clock, worker.readClock());
        Optional<OffsetReading> both = next.and(all);
        all = both.orElse(next);
        combined = both.isPresent() ? combined + 1 : 1;
      } catch (WorkerException e) {
        return all; // What is known holds.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return all;
      }
    }
    return all;
  }

  private boolean isNarrow() {
    return highestNanos - lowestNanos <= 2 * KNOWN_WELL_NANOS;
  }

  /**
   * Combines the reading with what an earlier reading proves; empty if they contradict each other.
   */
  private Optional<OffsetReading> and(OffsetReading earlier) {
    long drifted = (long) (LARGEST_DRIFT * (epochNanos - earlier.epochNanos));
    long lowest = Math.max(lowestNanos, earlier.lowestNanos - drifted);
    long highest = Math.min(highestNanos, earlier.highestNanos + drifted);
    return lowest <= highest
        ? Optional.of(
            new OffsetReading(
                epochNanos, lowest, highest, Math.min(roundTripNanos, earlier.roundTripNanos)))
        : Optional.empty();
  }
}
