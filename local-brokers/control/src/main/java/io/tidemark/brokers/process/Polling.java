package io.tidemark.brokers.process;

import io.tidemark.base.SystemClock;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits for a condition by polling, up to a limit. The pauses grow: what is there at once is seen
 * at once, and long waits take little processor time.
 */
public final class Polling {
  private static final long FIRST_PAUSE_MILLIS = 2;
  private static final long LONGEST_PAUSE_MILLIS = 50;
  private final Duration length;
  private final long startNanos = SystemClock.get().nanoTime();

  private Polling(Duration length) {
    this.length = length;
  }

  public static Polling in(Duration length) {
    return new Polling(length);
  }

  boolean isOver() {
    return SystemClock.get().nanoTime() - startNanos > length.toNanos();
  }

  public Duration elapsed() {
    return Duration.ofNanos(SystemClock.get().nanoTime() - startNanos);
  }

  public Duration length() {
    return length;
  }

  /** Asks until it is so; true when it was within the time. */
  public boolean await(BooleanSupplier condition) {
    long pauseMillis = FIRST_PAUSE_MILLIS;
    while (!condition.getAsBoolean()) {
      if (isOver()) {
        return false;
      }
      pause(pauseMillis);
      pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, 2 * pauseMillis);
    }
    return true;
  }

  /** Asks until it is so; fails with the message, which is made only then, after the time. */
  public void require(BooleanSupplier condition, Supplier<String> message) {
    if (!await(condition)) {
      throw new LocalBrokerException(message.get());
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalBrokerException("interrupted while waiting for a local broker", e);
    }
  }
}
