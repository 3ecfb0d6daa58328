package io.tidemark.worker.engine.load;

import io.tidemark.measure.PadBefore;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** What every send changes, apart from what other threads touch. */
abstract class InFlightTaken extends PadBefore {
  long taken;
  long returnedSeen;
  int next;
}

/** Separates fields of the load thread from those of completing threads. */
@SuppressWarnings("unused")
abstract class InFlightGap extends InFlightTaken {
  private long g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, g10, g11, g12, g13, g14, g15;
}

/** What every acknowledgement changes. */
abstract class InFlightReturned extends InFlightGap {
  @SuppressWarnings("unused") // through a VarHandle
  long returned;
}

/**
 * The in-flight sends of one lane: the pool of their objects, and the cap. The load thread
 * acquires, any thread releases.
 *
 * <p>A ring larger than the number in flight: the next object is the one released longest ago,
 * because a recently released one is still in the cache of the releasing thread. Objects that are
 * in flight for long are skipped.
 */
@SuppressWarnings("unused")
final class InFlightPool extends InFlightReturned {
  /** Makes the objects of the pool; not called for each message. */
  interface Maker {
    InFlight make(InFlightArrays block, int index);
  }

  private static final VarHandle RETURNED;
  private static final int FIRST_SIZE = 8;

  /** More objects than half the cap that exceed it, so that a small one has neighbours, too. */
  private static final int SPARE = 64;

  /** Objects made at a time, at most: the load thread has other lanes to serve. */
  private static final int MOST_AT_ONCE = 4096;

  /**
   * Share of the cap: waking the load thread for each place would cost a context switch per
   * message.
   */
  private static final int WORTHWHILE_SHARE = 32;

  private static final int MOST_WORTHWHILE = 256;

  /** After that any place will do: the broker may be waiting for the message to fill it. */
  static final long PATIENCE_NANOS = 1_000_000;

  static {
    try {
      RETURNED =
          MethodHandles.lookup().findVarHandle(InFlightReturned.class, "returned", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Maker maker;
  private final int cap;
  private final int worthwhile;
  private volatile InFlight[] all;

  /** Number of returns since the beginning after which a full lane continues. */
  private volatile long goOnAt;

  private long fullSinceEpochNanos;

  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

  InFlightPool(Maker maker, int cap) {
    this.maker = maker;
    this.cap = cap;
    this.worthwhile = Math.max(1, Math.min(cap / WORTHWHILE_SHARE, MOST_WORTHWHILE));
    this.all = new InFlight[0];
  }

  /**
   * Load thread, which has seen that there is room: an object for a send that begins.
   *
   * @param sequence of the message, or {@link io.tidemark.measure.Interval#NO_SEQUENCE}
   */
  InFlight begin(long sequence, long intendedEpochNanos, long actualEpochNanos, int payloadBytes) {
    InFlight[] ring = all;
    if (underWay() >= ring.length / 4 * 3) {
      ring = grown(ring);
    }
    InFlight candidate;
    do {
      next = next + 1 < ring.length ? next + 1 : 0;
      candidate = ring[next];
    } while (candidate.isUnderWay());
    taken++;
    candidate.begin(sequence, intendedEpochNanos, actualEpochNanos, payloadBytes);
    return candidate;
  }

  /** A larger ring, if the cap allows it and less than a quarter of this one is free. */
  private InFlight[] grown(InFlight[] ring) {
    returnedSeen = (long) RETURNED.getAcquire(this);
    long most = cap + cap / 2L + SPARE;
    if (underWay() < ring.length / 4 * 3 || ring.length >= most) {
      return ring;
    }
    int size =
        (int)
            Math.min(most, ring.length + Math.min(MOST_AT_ONCE, Math.max(FIRST_SIZE, ring.length)));
    InFlight[] longer = Arrays.copyOf(ring, size);
    InFlightArrays block = new InFlightArrays(size - ring.length);
    for (int i = ring.length; i < size; i++) {
      longer[i] = maker.make(block, i - ring.length);
    }
    next = ring.length - 1;
    all = longer;
    return longer;
  }

  private long underWay() {
    return taken - returnedSeen;
  }

  /**
   * Any thread: may be used again.
   *
   * @return whether a load thread that waits for room should go on now
   */
  boolean giveBack(InFlight flight) {
    flight.end();
    return (long) RETURNED.getAndAdd(this, 1L) + 1 == goOnAt;
  }

  /** Load thread: whether one more may be under way. */
  boolean hasRoom() {
    if (underWay() >= cap) {
      returnedSeen = (long) RETURNED.getAcquire(this);
    }
    return underWay() < cap;
  }

  /** Load thread, which has seen that there is no room, and looks again afterwards. */
  void waitForRoom(long nowEpochNanos) {
    fullSinceEpochNanos = nowEpochNanos;
    goOnAt = taken - cap + worthwhile;
  }

  /** Load thread, which waits for room: whether there is enough to go on. */
  boolean hasRoomAgain(long nowEpochNanos) {
    if (nowEpochNanos - fullSinceEpochNanos >= PATIENCE_NANOS) {
      goOnAt = taken - cap + 1;
    }
    return (long) RETURNED.getVolatile(this) >= goOnAt;
  }

  /** Any thread: the intended times of those under way, as of about now. */
  void forEachUnderWay(LongConsumer intendedEpochNanos) {
    for (InFlight flight : all) {
      if (flight.isUnderWay()) {
        intendedEpochNanos.accept(flight.intendedEpochNanos());
      }
    }
  }
}
