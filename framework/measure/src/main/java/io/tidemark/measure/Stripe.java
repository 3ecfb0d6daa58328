package io.tidemark.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The lock word and what it guards. */
abstract class StripeState extends PadBefore {
  @SuppressWarnings("unused") // through VarHandle
  int locked;

  @Nullable Interval active;
}

/**
 * One of a recorder's stripes: an interval behind a lock that is held for tens of nanoseconds.
 * Release it in the same method that acquired it.
 */
@SuppressWarnings("unused")
public final class Stripe extends StripeState {
  private static final int SPINS = 64;
  private static final long PARK_NANOS = 20_000;
  private static final VarHandle LOCKED;

  static {
    try {
      LOCKED = MethodHandles.lookup().findVarHandle(StripeState.class, "locked", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;
  private final boolean audit;
  private @Nullable Interval spare;

  Stripe(boolean audit) {
    this.audit = audit;
  }

  boolean tryAcquire() {
    return (int) LOCKED.getAndSetAcquire(this, 1) == 0;
  }

  /** Acquires a stripe that a thread does not exchange for another one. */
  void acquire() {
    for (int round = 0; !tryAcquire(); round++) {
      pause(round);
    }
  }

  /** Every stripe that would do is busy: more threads than stripes, or a descheduled holder. */
  static void pause(int round) {
    if (round < SPINS) {
      Thread.onSpinWait();
    } else if (round < 2 * SPINS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(PARK_NANOS);
    }
  }

  /** What the holder of the lock may record into. */
  public Interval interval() {
    Interval interval = active;
    return interval != null ? interval : created();
  }

  private Interval created() {
    Interval first = new Interval(audit);
    active = first;
    return first;
  }

  public void release() {
    LOCKED.setRelease(this, 0);
  }

  @Nullable Interval takeActive(@Nullable Interval replacement) {
    Interval taken = active;
    active = replacement;
    return taken;
  }

  @Nullable Interval spare() {
    return spare;
  }

  void spare(@Nullable Interval cleared) {
    spare = cleared;
  }
}
