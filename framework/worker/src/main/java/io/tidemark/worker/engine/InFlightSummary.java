package io.tidemark.worker.engine;

import java.util.function.LongConsumer;

/** Counts sends under way and finds the oldest. */
final class InFlightSummary implements LongConsumer {
  private final long nowEpochNanos;
  private long count;
  private long oldestEpochNanos;

  InFlightSummary(long nowEpochNanos) {
    this.nowEpochNanos = nowEpochNanos;
    this.oldestEpochNanos = nowEpochNanos;
  }

  @Override
  public void accept(long intendedEpochNanos) {
    count++;
    oldestEpochNanos = Math.min(oldestEpochNanos, intendedEpochNanos);
  }

  long count() {
    return count;
  }

  long oldestAgeNanos() {
    return nowEpochNanos - oldestEpochNanos;
  }
}
