package io.tidemark.driver.kafka.consumer;

import java.time.Duration;

/**
 * Whether a consumer has to poll before it processes another message. Reading the clock takes a
 * tenth of the time of a small message, so that it is read only for each eighth, as long as they
 * are quick. Used by one thread.
 */
final class PollDue {
  private static final int STRIDE = 8;
  private static final long QUICK_NANOS = 1_000_000;

  private final long longestNanos;
  private long begunNanos;
  private long readNanos;
  private int stride = 1;
  private int unread;

  PollDue(Duration longestWithoutPoll) {
    this.longestNanos = longestWithoutPoll.toNanos();
  }

  /** After a poll. */
  void begin() {
    begunNanos = System.nanoTime();
    readNanos = begunNanos;
    unread = stride;
  }

  /** Before each message; never before the first one after a poll. */
  boolean isNow() {
    if (--unread >= 0) {
      return false;
    }
    long now = System.nanoTime();
    stride = now - readNanos < QUICK_NANOS ? STRIDE : 1;
    unread = stride - 1;
    readNanos = now;
    return now - begunNanos > longestNanos;
  }
}
