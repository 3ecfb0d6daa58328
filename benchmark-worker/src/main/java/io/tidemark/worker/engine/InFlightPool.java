package io.tidemark.worker.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The sends that one lane may have under way: at the same time the pool of their objects and the
 * cap. The load thread takes, any thread gives back; a stack from which only one thread takes, and
 * always all, has no ABA problem.
 */
final class InFlightPool {
  private static final VarHandle RETURNED;
  private static final VarHandle COUNT;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      RETURNED = lookup.findVarHandle(InFlightPool.class, "returned", InFlight.class);
      COUNT = lookup.findVarHandle(InFlightPool.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Lane lane;
  private final int cap;
  private InFlight free;
  private volatile InFlight[] all = new InFlight[8];
  private int count;

  @SuppressWarnings("unused") // through RETURNED
  private volatile InFlight returned;

  InFlightPool(Lane lane, int cap) {
    this.lane = lane;
    this.cap = cap;
  }

  /** Load thread: the object for the next send, which stays free until {@link #take}. */
  InFlight peek() {
    if (free == null) {
      free = refill();
    }
    return free;
  }

  /** Load thread: the object seen by {@link #peek} is in use now. */
  void take() {
    InFlight taken = free;
    free = taken.next;
    taken.next = null;
  }

  private InFlight refill() {
    if (returned != null) {
      return (InFlight) RETURNED.getAndSetAcquire(this, null);
    }
    return count < cap ? create() : null;
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

  /** Whether {@link #peek} would find one. */
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
