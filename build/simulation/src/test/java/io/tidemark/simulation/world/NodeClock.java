package io.tidemark.simulation.world;

import io.tidemark.base.Clock;
import io.tidemark.base.SystemClock;

/** The clock of a worker's machine: ahead of the coordinator's, and faster or slower. */
public final class NodeClock implements Clock {
  private final long firstNanoTime = SystemClock.get().nanoTime();
  private final double drift;
  private long aheadNanos;

  NodeClock(long aheadNanos, double drift) {
    this.aheadNanos = aheadNanos;
    this.drift = drift;
  }

  /** It jumps, as that of a machine that was suspended. */
  public void step(long nanos) {
    aheadNanos += nanos;
  }

  @Override
  public long nanoTime() {
    return SystemClock.get().nanoTime();
  }

  @Override
  public long epochNanos() {
    return epochNanosAt(nanoTime());
  }

  @Override
  public long epochNanosAt(long nanoTime) {
    long drifted = (long) ((nanoTime - firstNanoTime) * drift);
    return SystemClock.get().epochNanosAt(nanoTime) + aheadNanos + drifted;
  }
}
