package io.tidemark.worker.engine;

import io.tidemark.base.Clock;
import io.tidemark.base.ManualClock;

/** A worker's clock that is off from the true one by an offset and drifts away from it. */
final class SkewedClock implements Clock {
  private final ManualClock truth;
  private final long referenceEpochNanos;
  private final long offsetNanos;
  private final double drift;

  SkewedClock(ManualClock truth, long offsetNanos, double drift) {
    this.truth = truth;
    this.referenceEpochNanos = truth.epochNanos();
    this.offsetNanos = offsetNanos;
    this.drift = drift;
  }

  @Override
  public long nanoTime() {
    return truth.nanoTime();
  }

  @Override
  public long epochNanos() {
    return local(truth.epochNanos());
  }

  @Override
  public long epochNanosAt(long nanoTime) {
    return local(truth.epochNanosAt(nanoTime));
  }

  long local(long trueEpochNanos) {
    return trueEpochNanos
        + offsetNanos
        + Math.round(drift * (trueEpochNanos - referenceEpochNanos));
  }

  /** The first true moment at which this clock shows at least that time. */
  long trueTimeOf(long localEpochNanos) {
    long guess =
        referenceEpochNanos
            + (long) ((localEpochNanos - offsetNanos - referenceEpochNanos) / (1 + drift))
            - 2;
    while (local(guess) < localEpochNanos) {
      guess++;
    }
    return guess;
  }
}
