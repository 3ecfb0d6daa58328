package io.tidemark.base;

import java.time.Instant;

/**
 * The machine's monotonic clock plus an offset to the wall clock that is read once per process:
 * later steps of the wall clock have no effect. Thread-safe.
 */
public final class SystemClock implements Clock {
  private static final int ANCHOR_READS = 64;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final SystemClock PROCESS = new SystemClock(readAnchor());

  private final long anchorNanos;

  private SystemClock(long anchorNanos) {
    this.anchorNanos = anchorNanos;
  }

  /** The one clock of this process. */
  public static SystemClock get() {
    return PROCESS;
  }

  /** What is added to {@link #nanoTime()} to get epoch nanoseconds. */
  public long anchorNanos() {
    return anchorNanos;
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long epochNanos() {
    return System.nanoTime() + anchorNanos;
  }

  @Override
  public long epochNanosAt(long nanoTime) {
    return nanoTime + anchorNanos;
  }

  /** The pair of reads with the shortest time between them has the smallest error. */
  private static long readAnchor() {
    long tightest = Long.MAX_VALUE;
    long anchor = 0;
    for (int i = 0; i < ANCHOR_READS; i++) {
      long before = System.nanoTime();
      Instant wall = Instant.now();
      long after = System.nanoTime();
      if (after - before < tightest) {
        tightest = after - before;
        long wallNanos = wall.getEpochSecond() * NANOS_PER_SECOND + wall.getNano();
        anchor = wallNanos - (before + (after - before) / 2);
      }
    }
    return anchor;
  }
}
