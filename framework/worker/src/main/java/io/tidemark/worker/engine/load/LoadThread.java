package io.tidemark.worker.engine.load;

import io.tidemark.base.Clock;
import io.tidemark.worker.engine.record.Recording;
import io.tidemark.worker.host.ReservedCores;
import io.tidemark.worker.host.ThreadSchedule;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a shard and waits in between: it parks until shortly before the next message is due, because
 * the kernel wakes a thread some 55 µs late, and spins for the rest if the spin budget has a
 * permit. On a pinned core it only spins, and the other threads of this process are kept off that
 * core.
 */
public final class LoadThread extends Thread {
  /** What the kernel's timer slack makes a park last beyond its end, at first guess. */
  private static final long FIRST_MARGIN_NANOS = 80_000;

  private static final long LEAST_MARGIN_NANOS = 30_000;
  private static final long MOST_MARGIN_NANOS = 1_000_000;

  /** Beyond this a wait is not spun for more than its half: a slow producer needs no whole core. */
  private static final long ALWAYS_SPUN_NANOS = 150_000;

  /**
   * Interval at which a waiting thread checks its lease; also limits the delay of a missed wake-up.
   */
  private static final long LONGEST_PARK_NANOS = 50_000_000;

  private final Clock clock;
  private final LoadShard shard;
  private final SpinBudget spinBudget;
  private final Recording recording;
  private final Optional<Integer> core;
  private final RoomSpin roomSpin = new RoomSpin();
  private boolean pinned;
  private long marginNanos = FIRST_MARGIN_NANOS;
  private long roomParkNanos = InFlightPool.PATIENCE_NANOS;
  private volatile boolean signalled;
  private volatile boolean parked;
  private volatile boolean broken;
  private volatile ThreadSchedule schedule = ThreadSchedule.UNKNOWN;

  LoadThread(
      String name,
      long stackBytes,
      Clock clock,
      LoadShard shard,
      SpinBudget spinBudget,
      Recording recording,
      Optional<Integer> core) {
    super(null, null, name, stackBytes);
    this.clock = clock;
    this.shard = shard;
    this.spinBudget = spinBudget;
    this.recording = recording;
    this.core = core;
    setDaemon(true);
    shard.lanes().forEach(lane -> lane.whenRoom(this::wake));
  }

  @Override
  public void run() {
    try {
      schedule = ThreadSchedule.ofThisThread();
      core.ifPresent(this::pin);
      long next = shard.step();
      while (next != LoadShard.STOP) {
        waitUntil(next);
        next = shard.step();
      }
    } catch (Throwable e) { // An Error ends this thread's load just as well.
      try {
        recording.ownFailure("load thread " + getName(), e);
      } finally {
        broken = true; // Even if memory does not suffice to report it.
      }
    } finally {
      unpin();
    }
  }

  private void pin(int to) {
    try {
      ReservedCores.take(to);
      pinned = true;
    } catch (IOException e) {
      recording.events.add("NOT_PINNED", getName(), e);
    }
  }

  private void unpin() {
    if (pinned) {
      try {
        ReservedCores.giveBack();
      } catch (IOException e) {
        recording.events.add("NOT_PINNED", getName(), e);
      }
    }
  }

  /** Whether an internal error has ended it. Any thread. */
  boolean isBroken() {
    return broken;
  }

  /** What the kernel counted for it so far; empty where it does not report that. Any thread. */
  Optional<ThreadSchedule.Times> times() {
    return schedule.times();
  }

  /** Something has changed: the schedule, the lease, the room, the order to stop. */
  void wake() {
    signalled = true;
    if (parked) {
      LockSupport.unpark(this);
    }
  }

  private void waitUntil(long dueEpochNanos) {
    if (shard.waitsForRoom()) {
      if (shard.hasRoomAgain()) {
        roomParkNanos = InFlightPool.PATIENCE_NANOS;
      } else {
        waitForRoomUntil(dueEpochNanos, spinForRoom(dueEpochNanos));
      }
    } else {
      waitForSignalUntil(dueEpochNanos, shard.tick());
    }
    signalled = false;
  }

  private long spinForRoom(long dueEpochNanos) {
    long now = clock.epochNanos();
    long spinNanos = roomSpin.nanos();
    if (spinNanos > 0) {
      now = spinUntil(Math.min(dueEpochNanos, now + spinNanos), now);
    }
    roomSpin.ended(signalled);
    return now;
  }

  /** A lane that has waited for some time is checked again: it continues with less room. */
  private void waitForRoomUntil(long dueEpochNanos, long now) {
    if (dueEpochNanos - now <= roomParkNanos + marginNanos) {
      waitForSignalUntil(dueEpochNanos, now);
    } else {
      park(now, roomParkNanos);
      roomParkNanos = Math.min(2 * roomParkNanos, LONGEST_PARK_NANOS);
    }
    if (signalled) {
      roomParkNanos = InFlightPool.PATIENCE_NANOS;
    }
  }

  private void waitForSignalUntil(long dueEpochNanos, long start) {
    if (pinned) {
      spin(Math.min(dueEpochNanos, start + LONGEST_PARK_NANOS), start);
      return; // To look at the lease.
    }
    long now = start;
    long mostSpunNanos = Math.max(ALWAYS_SPUN_NANOS, (dueEpochNanos - now) / 2);
    while (!signalled && now < dueEpochNanos) {
      long left = dueEpochNanos - now;
      long margin = Math.min(marginNanos, mostSpunNanos);
      if (left > margin) {
        now = park(now, Math.min(left - margin, LONGEST_PARK_NANOS));
        if (left > LONGEST_PARK_NANOS) {
          return; // To look at the lease.
        }
      } else if (spinBudget.tryAcquire()) {
        try {
          now = spin(dueEpochNanos, now);
        } finally {
          spinBudget.release();
        }
      } else {
        // At most twice: short parks one after another would cost as much as spinning.
        now = park(now, left > margin / 2 ? left - margin / 2 : left);
      }
    }
  }

  private long spinUntil(long endEpochNanos, long now) {
    if (!spinBudget.tryAcquire()) {
      return now;
    }
    try {
      return spin(endEpochNanos, now);
    } finally {
      spinBudget.release();
    }
  }

  private long spin(long endEpochNanos, long start) {
    long now = start;
    while (!signalled && now < endEpochNanos) {
      Thread.onSpinWait();
      now = clock.epochNanos();
    }
    return now;
  }

  private long park(long now, long nanos) {
    boolean unused = Thread.interrupted(); // By a driver: no wait would wait any more.
    parked = true;
    if (!signalled) {
      LockSupport.parkNanos(this, nanos);
    }
    parked = false;
    long woken = clock.epochNanos();
    if (!signalled) {
      learnMargin(woken - now - nanos);
    }
    return woken;
  }

  /** Up at once, down slowly: the margin is near the worst of the recent overshoots. */
  private void learnMargin(long overshootNanos) {
    long wanted = Math.max(LEAST_MARGIN_NANOS, Math.min(overshootNanos, MOST_MARGIN_NANOS));
    marginNanos = wanted > marginNanos ? wanted : marginNanos - (marginNanos - wanted) / 64;
  }

  /**
   * Spin time for an acknowledgement before parking: if the broker is slower than a spin, spinning
   * wastes CPU, so it is tried only occasionally. Not thread-safe.
   */
  static final class RoomSpin {
    /** So soon an acknowledgement is worth spinning for. */
    static final long SPIN_NANOS = 30_000;

    private static final int MOST_WITHOUT_ROOM = 4;
    private static final int RETRY_EVERY = 64;

    private int spinsWithoutRoom;

    /** For the wait that begins: 0 for parking at once. */
    long nanos() {
      return spinsWithoutRoom < MOST_WITHOUT_ROOM || spinsWithoutRoom % RETRY_EVERY == 0
          ? SPIN_NANOS
          : 0;
    }

    /** What became of that spin. */
    void ended(boolean roomCame) {
      spinsWithoutRoom = roomCame ? 0 : spinsWithoutRoom + 1;
    }
  }
}
