package io.tidemark.cli;

import io.tidemark.base.Clock;
import io.tidemark.base.SystemClock;
import java.time.Duration;

/** The clock of a machine that is not quite right. */
record ShiftedClock(Duration shift) implements Clock {
  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long epochNanos() {
    return epochNanosAt(nanoTime());
  }

  @Override
  public long epochNanosAt(long nanoTime) {
    return SystemClock.get().epochNanosAt(nanoTime) + shift.toNanos();
  }
}
