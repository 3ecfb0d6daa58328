package io.tidemark.worker.engine;

import io.tidemark.measure.PadBefore;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** What every send changes, apart from what other threads touch. */
abstract class InFlightFree extends PadBefore {
  static final int NONE = -1;

  int free = NONE;
  int count;
}

/** Keeps apart what the load thread changes and what the completing threads change. */
@SuppressWarnings("unused")
abstract class InFlightGap extends InFlightFree {
  private long g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, g10, g11, g12, g13, g14, g15;
}

/** What every acknowledgement changes. */
abstract class InFlightReturned extends InFlightGap {
  @SuppressWarnings("unused") // through a VarHandle
  volatile int returned = NONE;
}

/**
 * The sends that one lane may have under way: at the same time the pool of their objects and the
 * cap. The load thread takes, any thread gives back; a stack from which only one thread takes, and
 * always all, has no ABA problem. Flights are linked by number, because a reference written into an
 * old object costs a collector's barrier, two threads' worth of them for each message.
 */
@SuppressWarnings("unused")
final class InFlightPool extends InFlightReturned {
  private static final VarHandle RETURNED;
  private static final VarHandle COUNT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      RETURNED = lookup.findVarHandle(InFlightReturned.class, "returned", int.class);
      COUNT = lookup.findVarHandle(InFlightFree.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Lane lane;
  private final int cap;
  private volatile InFlight[] all = new InFlight[8];
  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

  InFlightPool(Lane lane, int cap) {
    this.lane = lane;
    this.cap = cap;
  }

  /** Load thread, which has seen that there is room: an object for a send under way. */
  InFlight take() {
    InFlight taken = free != NONE ? all[free] : refill();
    free = taken.next;
    return taken;
  }

  private InFlight refill() {
    if (returned != NONE) {
      return all[(int) RETURNED.getAndSetAcquire(this, NONE)];
    }
    return create();
  }

  private InFlight create() {
    InFlight created = new InFlight(lane, count);
    InFlight[] room = all;
    if (count == room.length) {
      room = Arrays.copyOf(room, count * 2);
      all = room;
    }
    room[count] = created;
    COUNT.setRelease(this, count + 1);
    return created;
  }

  /** Any thread: may be used again. */
  void giveBack(InFlight flight) {
    int head = returned;
    while (true) {
      flight.next = head;
      int seen = (int) RETURNED.compareAndExchange(this, head, flight.number);
      if (seen == head) {
        return;
      }
      head = seen;
    }
  }

  /** Load thread: whether one is free. */
  boolean hasRoom() {
    return free != NONE || returned != NONE || count < cap;
  }

  /** Any thread: the intended times of those under way, as of about now. */
  void forEachActive(LongConsumer intendedEpochNanos) {
    int seen = (int) COUNT.getAcquire(this);
    InFlight[] flights = all;
    for (int i = 0; i < seen; i++) {
      if (flights[i].isActive()) {
        intendedEpochNanos.accept(flights[i].intendedEpochNanos);
      }
    }
  }
}
