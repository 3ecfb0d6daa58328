package io.tidemark.worker;

import io.tidemark.measure.Clock;
import io.tidemark.measure.SystemClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A moment by which something must be done. Real time, also where a test has its own clock. */
final class Deadline {
  private final Clock clock = SystemClock.get();
  private final Duration total;
  private final long endNanoTime;

  private Deadline(Duration total) {
    this.total = total;
    this.endNanoTime = clock.nanoTime() + total.toNanos();
  }

  static Deadline in(Duration total) {
    return new Deadline(total);
  }

  long leftNanos() {
    return Math.max(0, endNanoTime - clock.nanoTime());
  }

  Duration left() {
    return Duration.ofNanos(leftNanos());
  }

  /** The part of what is left that one of several stages may take. */
  Deadline share(int stagesLeft) {
    return in(left().dividedBy(stagesLeft));
  }

  /** As much time again, from now: for cleaning up after what used up this one. */
  Deadline again() {
    return in(total);
  }

  /** {@code 60 s} or {@code 250 ms}. */
  @Override
  public String toString() {
    long millis = TimeUnit.NANOSECONDS.toMillis(total.toNanos());
    return millis >= 10_000 || millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
  }
}
