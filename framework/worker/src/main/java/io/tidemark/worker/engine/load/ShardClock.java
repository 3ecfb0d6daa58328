package io.tidemark.worker.engine.load;

import io.tidemark.base.Clock;
import io.tidemark.measure.PadBefore;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The last clock reading of a load thread, and its use of time between readings, padded against
 * false sharing. The load thread reads the clock before each send and before each wait, so the time
 * between a send's timestamp and the next reading is that of the send, and needs no further
 * reading. Written by the load thread, read by any.
 */
abstract class ShardClock extends PadBefore {
  private static final long NOT = Lane.NOT_SENDING;
  private static final VarHandle SEND_NANOS;
  private static final VarHandle SEND_SINCE;
  private static final VarHandle CAP_NANOS;
  private static final VarHandle CAP_SINCE;
  private static final VarHandle CAPPED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SEND_NANOS = lookup.findVarHandle(ShardClock.class, "sendNanos", long.class);
      SEND_SINCE = lookup.findVarHandle(ShardClock.class, "sendSince", long.class);
      CAP_NANOS = lookup.findVarHandle(ShardClock.class, "capNanos", long.class);
      CAP_SINCE = lookup.findVarHandle(ShardClock.class, "capSince", long.class);
      CAPPED = lookup.findVarHandle(ShardClock.class, "capped", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  long now = Long.MIN_VALUE;
  private final Clock clock;
  private long sendNanos;
  private long sendSince = NOT;
  private long capNanos;
  private long capSince;
  private int capped;

  ShardClock(Clock clock) {
    this.clock = clock;
  }

  /** Load thread, which is not in a send. */
  final long tick() {
    now = clock.epochNanos();
    sendsEnded(now);
    return now;
  }

  /** Load thread: a send that began at a moment has returned, which is also the last reading. */
  final void sent(long beganEpochNanos, long readEpochNanos) {
    sendsEnded(beganEpochNanos);
    SEND_SINCE.setOpaque(this, beganEpochNanos);
    now = readEpochNanos;
  }

  /** Load thread: the driver did work of its sends since the last reading. */
  final void released() {
    if (sendSince == NOT) {
      SEND_SINCE.setOpaque(this, now);
    }
  }

  /** Load thread: nothing is sent any more. */
  final void stopped() {
    SEND_SINCE.setOpaque(this, NOT);
    capped(0);
  }

  private void sendsEnded(long epochNanos) {
    if (sendSince != NOT) {
      SEND_NANOS.setOpaque(this, sendNanos + Math.max(0, epochNanos - sendSince));
      SEND_SINCE.setOpaque(this, NOT);
    }
  }

  /**
   * Load thread, which has just read the clock: this number of lanes waits for the cap from now on.
   */
  final void capped(int lanes) {
    if (lanes != capped) {
      CAP_NANOS.setOpaque(this, capNanos + capped * Math.max(0, now - capSince));
      CAP_SINCE.setOpaque(this, now);
      CAPPED.setOpaque(this, lanes);
    }
  }

  /**
   * Any thread: time in sends so far, approximate for the one under way.
   *
   * @param sendingSince of the send that has not returned, from its lane; or {@link
   *     Lane#NOT_SENDING}
   */
  final long sendNanos(long epochNanos, long sendingSince) {
    long since = (long) SEND_SINCE.getOpaque(this);
    long open = since == NOT ? sendingSince : since;
    return (long) SEND_NANOS.getOpaque(this) + (open == NOT ? 0 : Math.max(0, epochNanos - open));
  }

  /** Any thread: time in which lanes waited for the cap so far, summed over them, approximate. */
  final long capNanos(long epochNanos) {
    int lanes = (int) CAPPED.getOpaque(this);
    long waited = Math.max(0, epochNanos - (long) CAP_SINCE.getOpaque(this));
    return (long) CAP_NANOS.getOpaque(this) + lanes * waited;
  }
}
