package io.tidemark.base;

/** The only source of time of a worker, so that tests can replace it. Thread-safe. */
public interface Clock {

  /** Monotonic nanoseconds; only differences are meaningful. */
  long nanoTime();

  /**
   * Nanoseconds since the epoch: {@link #nanoTime()} plus a constant. It never steps, and drifts
   * against the wall clock as the machine's monotonic clock does.
   */
  long epochNanos();

  /** What {@link #epochNanos()} was when {@link #nanoTime()} was the given reading. */
  long epochNanosAt(long nanoTime);
}
