package io.tidemark.worker.engine.load;

import io.tidemark.measure.PadBefore;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What every send of a lane changes, apart from what the threads of other lanes touch. Written by
 * the load thread, read by any.
 */
abstract class LaneProgress extends PadBefore {
  static final long NOT_SENDING = Long.MIN_VALUE;

  private static final VarHandle SENT;
  private static final VarHandle SENDING;
  private static final VarHandle LAST_COUNTED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SENT = lookup.findVarHandle(LaneProgress.class, "nextSequence", long.class);
      SENDING = lookup.findVarHandle(LaneProgress.class, "sendingIntendedEpochNanos", long.class);
      LAST_COUNTED = lookup.findVarHandle(LaneProgress.class, "lastCounted", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  long nextSequence;

  /** Intended time of the message whose send has not returned; the send may block. */
  @SuppressWarnings("unused") // through a VarHandle
  private long sendingIntendedEpochNanos = NOT_SENDING;

  /** When the message was handed over; written before its intended time. */
  private long sendingActualEpochNanos;

  private int sendingBytes;

  /** Whether the message that was being sent when the load stopped has been counted as sent. */
  @SuppressWarnings("unused") // through a VarHandle
  private boolean lastCounted;

  /** Load thread: the next message is handed over. */
  final void sendBegins(long intended, long actual, int bytes) {
    sendingActualEpochNanos = actual;
    sendingBytes = bytes;
    SENDING.setRelease(this, intended);
    SENT.setRelease(this, nextSequence + 1);
  }

  /** Load thread: the send has returned, and its message is recorded or in the pool. */
  final void sendReturned() {
    SENDING.setRelease(this, NOT_SENDING);
  }

  /** Messages handed to the driver so far. */
  public final long sent() {
    return (long) SENT.getAcquire(this);
  }

  /** Load thread: when its last send began. */
  final long lastSendEpochNanos() {
    return sendingActualEpochNanos;
  }

  final int lastSendBytes() {
    return sendingBytes;
  }

  /** Any thread: intended time of the send that has not returned, or {@link #NOT_SENDING}. */
  final long sendingIntendedEpochNanos() {
    return (long) SENDING.getAcquire(this);
  }

  /** Any thread: when the send began that has not returned; {@link #NOT_SENDING} for none. */
  final long sendingSinceEpochNanos() {
    return sendingIntendedEpochNanos() == NOT_SENDING ? NOT_SENDING : sendingActualEpochNanos;
  }

  /** True once: for who counts the message whose send had not returned when the load stopped. */
  final boolean takeLast() {
    return LAST_COUNTED.compareAndSet(this, false, true);
  }
}
