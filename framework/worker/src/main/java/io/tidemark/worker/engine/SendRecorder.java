package io.tidemark.worker.engine;

import io.tidemark.measure.Interval;
import io.tidemark.measure.Stripe;
import io.tidemark.measure.ThreadSlot;

/**
 * Records what becomes of one lane's messages, and counts failures in a row. Times are epoch
 * nanoseconds; a message without a stamp has {@link Interval#NO_SEQUENCE}. Safe for all threads.
 */
final class SendRecorder {
  private static final int FAILURES_BEFORE_PAUSE = 10;
  private static final long FIRST_PAUSE_NANOS = 1_000_000;
  private static final int MOST_PAUSE_DOUBLINGS = 7;

  private final Recording recording;
  private final int sender;
  private final String subject;
  private volatile int failuresInARow;

  /**
   * @param sender the lane's number on this worker
   * @param subject of events
   */
  SendRecorder(Recording recording, int sender, String subject) {
    this.recording = recording;
    this.sender = sender;
    this.subject = subject;
  }

  int sender() {
    return sender;
  }

  void sent(ThreadSlot slot, long intended, long actual, int bytes) {
    int phase = recording.phases().pair(intended, actual);
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      stripe.interval().sent(phase, bytes, actual - intended);
    } finally {
      stripe.release();
    }
  }

  /**
   * One critical section for both.
   *
   * @param now when the broker acknowledged the message
   * @param unstamped whether the driver did not tell that time
   */
  void sentAndAcknowledged(
      ThreadSlot slot,
      long sequence,
      long intended,
      long actual,
      int bytes,
      long now,
      boolean unstamped) {
    PhaseTable phases = recording.phases();
    int sentIn = phases.pair(intended, actual);
    int phase = phases.pair(intended, now);
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      Interval interval = stripe.interval();
      interval.sent(sentIn, bytes, actual - intended);
      acknowledged(interval, phase, sequence, intended, actual, bytes, now, unstamped);
    } finally {
      stripe.release();
    }
  }

  void acknowledged(
      ThreadSlot slot,
      long sequence,
      long intended,
      long actual,
      int bytes,
      long now,
      boolean unstamped) {
    int phase = recording.phases().pair(intended, now);
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      acknowledged(stripe.interval(), phase, sequence, intended, actual, bytes, now, unstamped);
    } finally {
      stripe.release();
    }
  }

  private void acknowledged(
      Interval interval,
      int phase,
      long sequence,
      long intended,
      long actual,
      int bytes,
      long now,
      boolean unstamped) {
    interval.acknowledged(phase, bytes, now - actual, now - intended, sender, sequence);
    if (unstamped) {
      interval.unstamped(phase, now - actual);
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // a lost count makes a pause a message later
  void failed(ThreadSlot slot, long sequence, long intended, long now, Throwable failure) {
    int phase = recording.phases().pair(intended, now);
    Stripe stripe = recording.recorder.acquire(slot);
    try {
      stripe.interval().failed(phase, now - intended, sender, sequence);
    } finally {
      stripe.release();
    }
    failuresInARow++;
    error(failure);
  }

  void error(Throwable failure) {
    recording.events.add("SEND_ERROR", subject, failure);
  }

  void succeeded() {
    if (failuresInARow != 0) {
      failuresInARow = 0;
    }
  }

  /** How long to wait after failures in a row; 0 if they are few. */
  long pauseNanos() {
    int failures = failuresInARow;
    if (failures < FAILURES_BEFORE_PAUSE) {
      return 0;
    }
    int doublings = Math.min(MOST_PAUSE_DOUBLINGS, failures / FAILURES_BEFORE_PAUSE - 1);
    return FIRST_PAUSE_NANOS << doublings;
  }
}
