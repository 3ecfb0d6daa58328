package io.tidemark.proxy;

import java.time.Duration;

/**
 * Time added to each direction of a connection. Bytes are delivered in order, {@code latency} plus
 * a random share of {@code jitter} (uniform from 0 to all of it) after they arrived, and up to 1 ms
 * later, which is the resolution of the timer.
 *
 * @param latency 0 to 1 minute
 * @param jitter 0 to 1 minute
 */
public record LinkDelay(Duration latency, Duration jitter) {
  private static final Duration MAX = Duration.ofMinutes(1);

  /** Nothing is added. */
  public static final LinkDelay NONE = new LinkDelay(Duration.ZERO, Duration.ZERO);

  /** Checks the limits. */
  public LinkDelay {
    requireInRange("latency", latency);
    requireInRange("jitter", jitter);
  }

  private static void requireInRange(String name, Duration value) {
    if (value.isNegative() || value.compareTo(MAX) > 0) {
      throw new IllegalArgumentException(
          name + ": got " + value.toMillis() + " ms; allowed 0 to " + MAX.toMillis() + " ms");
    }
  }

  boolean isNone() {
    return latency.isZero() && jitter.isZero();
  }
}
