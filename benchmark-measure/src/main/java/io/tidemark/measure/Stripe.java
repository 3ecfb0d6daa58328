package io.tidemark.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Keeps the lock word off the cache lines of its neighbours. */
@SuppressWarnings("unused")
abstract class StripePadBefore {
  private long p0;
  private long p1;
  private long p2;
  private long p3;
  private long p4;
  private long p5;
  private long p6;
  private long p7;
}

/** The lock word and what it guards. */
abstract class StripeState extends StripePadBefore {
  @SuppressWarnings("unused") // through VarHandle
  int locked;

  Interval active;
}

/**
 * One of a recorder's stripes: an interval behind a lock that is held for tens of nanoseconds.
 * Release it in the same method that acquired it.
 */
@SuppressWarnings("unused")
public final class Stripe extends StripeState {
  private static final VarHandle LOCKED;

  static {
    try {
      LOCKED = MethodHandles.lookup().findVarHandle(StripeState.class, "locked", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private long q0;
  private long q1;
  private long q2;
  private long q3;
  private long q4;
  private long q5;
  private long q6;
  private long q7;
  private Interval spare;

  Stripe() {}

  boolean tryAcquire() {
    return (int) LOCKED.getAndSetAcquire(this, 1) == 0;
  }

  /** What the holder of the lock may record into. */
  public Interval interval() {
    return active;
  }

  public void release() {
    LOCKED.setRelease(this, 0);
  }

  Interval takeActive(Interval replacement) {
    Interval taken = active;
    active = replacement;
    return taken;
  }

  Interval spare() {
    return spare;
  }

  void spare(Interval cleared) {
    spare = cleared;
  }
}
