package io.tidemark.coordinator;

import io.tidemark.base.Clock;

/** All waits of a run, so that tests can replace them. */
public interface Waiter {

  /** Returns at a moment of the run's clock, or earlier when there is a pending request. */
  void until(long epochNanos, StopSignal stop) throws InterruptedException;

  /** Waits for the real time of a clock. */
  static Waiter on(Clock clock) {
    return (epochNanos, stop) -> {
      long left = epochNanos - clock.epochNanos();
      while (left > 0 && !stop.pending()) {
        stop.await(left);
        left = epochNanos - clock.epochNanos();
      }
    };
  }
}
