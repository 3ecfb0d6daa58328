package io.tidemark.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
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
  private static final VarHandle LOCKED;

  static {
    try {
      LOCKED = MethodHandles.lookup().findVarHandle(StripeState.class, "locked", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;
  private @Nullable Interval spare;

  Stripe() {}

  boolean tryAcquire() {
    return (int) LOCKED.getAndSetAcquire(this, 1) == 0;
  }

  /** What the holder of the lock may record into. */
  public Interval interval() {
    return Objects.requireNonNull(active); // StripedRecorder.acquire has set it.
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
