package io.tidemark.coordinator;

import io.tidemark.measure.Clock;

/** The only way in which a run waits, so that tests need not. */
interface Waiter {

  /** Returns at a moment of the run's clock, or earlier when another request to stop comes. */
  void until(long epochNanos, StopSignal stop) throws InterruptedException;

  /** Waits for the real time of a clock. */
  static Waiter on(Clock clock) {
    return (epochNanos, stop) -> {
      int seen = stop.requests();
      long left = epochNanos - clock.epochNanos();
      while (left > 0 && stop.requests() == seen) {
        stop.await(seen, left);
        left = epochNanos - clock.epochNanos();
      }
    };
  }
}
