package io.tidemark.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Judges the order of one producer's messages in one partition at one consumer. Callbacks of one
 * track may come from changing threads, but not overlap: when they do, order cannot be told from
 * then on. Noticing that is best effort; a caller is never blocked.
 */
public final class OrderTrack {
  private static final VarHandle BUSY;

  static {
    try {
      BUSY = MethodHandles.lookup().findVarHandle(OrderTrack.class, "busy", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through BUSY
  private boolean busy;

  private boolean overlapped;
  private long highest = -1;

  /** Judges the next message; {@link #leave} when its callback has done recording. */
  public OrderVerdict enter(long sequence) {
    if (overlapped || (boolean) BUSY.getAcquire(this)) {
      overlapped = true;
      return OrderVerdict.UNKNOWN;
    }
    BUSY.setRelease(this, true);
    if (sequence > highest) {
      highest = sequence;
      return OrderVerdict.IN_ORDER;
    }
    return sequence == highest ? OrderVerdict.IN_ORDER : OrderVerdict.REGRESSED;
  }

  public void leave() {
    BUSY.setRelease(this, false);
  }

  /** The highest sequence so far; -1 for none. */
  public long highest() {
    return highest;
  }
}
