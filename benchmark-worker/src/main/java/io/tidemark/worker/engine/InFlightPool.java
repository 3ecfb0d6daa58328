package io.tidemark.worker.engine;

import io.tidemark.measure.PadBefore;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** What every send changes, apart from what the threads of other lanes touch. */
abstract class InFlightStack extends PadBefore {
  InFlight free;
  int count;

  @SuppressWarnings("unused") // through a VarHandle
  volatile InFlight returned;
}

/**
 * The sends that one lane may have under way: at the same time the pool of their objects and the
 * cap. The load thread takes, any thread gives back; a stack from which only one thread takes, and
 * always all, has no ABA problem.
 */
@SuppressWarnings("unused")
final class InFlightPool extends InFlightStack {
  private static final VarHandle RETURNED;
  private static final VarHandle COUNT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      RETURNED = lookup.findVarHandle(InFlightStack.class, "returned", InFlight.class);
      COUNT = lookup.findVarHandle(InFlightStack.class, "count", int.class);
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
    InFlight taken = free != null ? free : refill();
    free = taken.next;
    taken.next = null;
    return taken;
  }

  private InFlight refill() {
    if (returned != null) {
      return (InFlight) RETURNED.getAndSetAcquire(this, null);
    }
    return create();
  }

  private InFlight create() {
    InFlight created = new InFlight(lane);
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
    InFlight head = returned;
    while (true) {
      flight.next = head;
      InFlight seen = (InFlight) RETURNED.compareAndExchange(this, head, flight);
      if (seen == head) {
        return;
      }
      head = seen;
    }
  }

  /** Load thread: whether one is free. */
  boolean hasRoom() {
    return free != null || returned != null || count < cap;
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
