package io.tidemark.base;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that only tests advance. Thread-safe. */
public final class ManualClock implements Clock {
  private final AtomicLong nanos;
  private final long anchorNanos;

  /**
   * @param epochNanos what {@link #epochNanos()} says at first
   * @param anchorNanos what it is ahead of {@link #nanoTime()}
   */
  public ManualClock(long epochNanos, long anchorNanos) {
    this.nanos = new AtomicLong(epochNanos - anchorNanos);
    this.anchorNanos = anchorNanos;
  }

  /** A clock that starts at a round time. */
  public ManualClock() {
    this(1_700_000_000_000_000_000L, 1_600_000_000_000_000_000L);
  }

  @Override
  public long nanoTime() {
    return nanos.get();
  }

  @Override
  public long epochNanos() {
    return nanos.get() + anchorNanos;
  }

  @Override
  public long epochNanosAt(long nanoTime) {
    return nanoTime + anchorNanos;
  }

  /** Advances by a number of nanoseconds; a negative step moves it back. */
  public void advance(long stepNanos) {
    nanos.addAndGet(stepNanos);
  }

  /** Moves to a moment of the epoch. */
  public void setEpochNanos(long epochNanos) {
    nanos.set(epochNanos - anchorNanos);
  }
}
