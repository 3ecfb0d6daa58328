package io.tidemark.worker.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BiConsumer;

/**
 * One send under way, and the callback of its future. Used again and again by its lane; filled by
 * the load thread before the send, emptied by whichever thread completes the future.
 */
final class InFlight implements BiConsumer<Void, Throwable> {
  private static final VarHandle ACTIVE;

  static {
    try {
      ACTIVE = MethodHandles.lookup().findVarHandle(InFlight.class, "active", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Lane lane;
  final int number;

  /** In its pool: the number of the one below, or {@link InFlightPool#NONE}. */
  int next = InFlightPool.NONE;

  long sequence;
  long intendedEpochNanos;
  long actualEpochNanos;
  int payloadBytes;

  /** Whether the message carries a stamp, by which it will be recognised. */
  boolean stamped;

  @SuppressWarnings("unused") // through ACTIVE
  private boolean active;

  InFlight(Lane lane, int number) {
    this.lane = lane;
    this.number = number;
  }

  void begin(long nextSequence, long intended, long actual, int bytes, boolean hasStamp) {
    sequence = nextSequence;
    intendedEpochNanos = intended;
    actualEpochNanos = actual;
    payloadBytes = bytes;
    stamped = hasStamp;
    ACTIVE.setRelease(this, true);
  }

  void end() {
    ACTIVE.setRelease(this, false);
  }

  /** Whether its send is under way; for the threads that look on. */
  boolean isActive() {
    return (boolean) ACTIVE.getAcquire(this);
  }

  @Override
  public void accept(Void ignored, Throwable failure) {
    lane.completed(this, failure);
  }
}
