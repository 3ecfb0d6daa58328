package io.tidemark.simulation.world;

import io.tidemark.base.Clock;
import io.tidemark.base.SystemClock;
import java.util.ArrayList;
import java.util.List;

/** The clock of a worker's machine: ahead of the coordinator's, and faster or slower. */
final class NodeClock implements Clock {
  private final long firstNanoTime = SystemClock.get().nanoTime();
  private final double drift;
  private long aheadNanos;
  private final List<Long> stepsAtNanos = new ArrayList<>();

  NodeClock(long aheadNanos, double drift) {
    this.aheadNanos = aheadNanos;
    this.drift = drift;
  }

  /** It jumps, as that of a machine that was suspended. */
  void step(long nanos, long atNanos) {
    aheadNanos += nanos;
    stepsAtNanos.add(atNanos);
  }

  /** Whether it jumped between two moments in the kernel's time. */
  boolean steppedBetween(long fromNanos, long untilNanos) {
    return stepsAtNanos.stream().anyMatch(at -> fromNanos <= at && at <= untilNanos);
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
