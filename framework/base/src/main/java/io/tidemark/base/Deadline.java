package io.tidemark.base;

import io.tidemark.driver.settings.Quantities;
import java.time.Duration;

/** A time limit. */
public final class Deadline {
  private final Clock clock;
  private final Duration total;
  private final long endNanoTime;

  private Deadline(Duration total, Clock clock) {
    this.clock = clock;
    this.total = total;
    this.endNanoTime = clock.nanoTime() + total.toNanos();
  }

  /** In real time, also where a test has its own clock. */
  public static Deadline in(Duration total) {
    return in(total, SystemClock.get());
  }

  public static Deadline in(Duration total, Clock clock) {
    return new Deadline(total, clock);
  }

  public boolean isOver() {
    return leftNanos() == 0;
  }

  public long leftNanos() {
    return Math.max(0, endNanoTime - clock.nanoTime());
  }

  public Duration left() {
    return Duration.ofNanos(leftNanos());
  }

  /** An equal part of the remaining time for the next of several stages. */
  public Deadline share(int stagesLeft) {
    return in(left().dividedBy(stagesLeft), clock);
  }

  /** A deadline with this time limit from now: for cleaning up after one that has passed. */
  public Deadline again() {
    return in(total, clock);
  }

  /** {@code 60 s} or {@code 250 ms}. */
  @Override
  public String toString() {
    return Quantities.spaced(total);
  }
}
