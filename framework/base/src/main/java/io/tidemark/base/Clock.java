package io.tidemark.base;

import java.time.Instant;

/** The only source of time of a worker, so that tests can replace it. Thread-safe. */
public interface Clock {

  /** Monotonic nanoseconds; only differences are meaningful. */
  long nanoTime();

  /**
   * Nanoseconds since the epoch: {@link #nanoTime()} plus a constant. It never steps, and drifts
   * against the wall clock as the machine's monotonic clock does.
   */
  long epochNanos();

  /** {@link #epochNanos()} as a moment. */
  default Instant instant() {
    return Instant.ofEpochSecond(0, epochNanos());
  }

  /** What {@link #epochNanos()} was when {@link #nanoTime()} was the given reading. */
  long epochNanosAt(long nanoTime);
}
