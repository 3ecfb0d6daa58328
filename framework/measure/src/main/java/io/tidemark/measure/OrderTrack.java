package io.tidemark.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Checks the order of one producer's messages in one partition at one consumer. Callbacks of one
 * track may run on changing threads, but must not overlap: after an overlap, order is not known.
 * Detection of overlaps is best effort; a caller is never blocked.
 */
public final class OrderTrack {
  private static final VarHandle STATE = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int MARGIN = 16;
  private static final long BUSY = 1;

  /** A consumer's tracks, padded against false sharing. Not thread-safe. */
  public static final class Chunks {
    private static final int FIRST = 2;
    private static final int MORE = 64;
    private long[] states = {};
    private int end;
    private int next;

    /** One track more. */
    public OrderTrack next() {
      if (next == end) {
        int tracks = states.length == 0 ? FIRST : MORE;
        states = new long[MARGIN + tracks + MARGIN];
        next = MARGIN;
        end = MARGIN + tracks;
      }
      return new OrderTrack(states, next++);
    }
  }

  // Per track: 2 x (highest sequence + 1), plus 1 while a callback runs.
  private final long[] states;
  private final int at;
  private boolean overlapped;

  private OrderTrack(long[] states, int at) {
    this.states = states;
    this.at = at;
  }

  /** One that stands alone. */
  public OrderTrack() {
    this(new long[MARGIN + 1 + MARGIN], MARGIN);
  }

  /** Checks the next message; call {@link #leave} after the callback has recorded it. */
  public OrderVerdict enter(long sequence) {
    long state = (long) STATE.getAcquire(states, at);
    if (overlapped || (state & BUSY) != 0) {
      overlapped = true;
      return OrderVerdict.UNKNOWN;
    }
    long wanted = sequence + 1 << 1;
    STATE.setRelease(states, at, Math.max(state, wanted) | BUSY);
    return wanted >= state ? OrderVerdict.IN_ORDER : OrderVerdict.REGRESSED;
  }

  public void leave() {
    STATE.setRelease(states, at, states[at] & ~BUSY);
  }
}
