package io.tidemark.worker.engine.receive;

import io.tidemark.base.Clock;
import io.tidemark.model.load.Profile;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Delays callbacks after recording: by the workload's processing time, and while deliveries are
 * paused. Thread-safe; {@link #close} ends all waits.
 */
public final class ConsumerPace {
  private static final long SPIN_NANOS = 60_000;

  private final Clock clock;
  private final Object holdLock = new Object();
  private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
  private volatile Processing processing = Processing.NONE;
  private volatile boolean held;
  private volatile boolean busy;
  private volatile boolean closed;

  private record Processing(
      @Nullable Processing before, long effectiveEpochNanos, Profile profile) {
    private static final Processing NONE =
        new Processing(null, Long.MIN_VALUE, Profile.constant(0));

    double nanosAt(long epochNanos) {
      return before != null && epochNanos < effectiveEpochNanos
          ? before.nanosAt(epochNanos)
          : profile.valueAt(epochNanos - effectiveEpochNanos);
    }
  }

  public ConsumerPace(Clock clock) {
    this.clock = clock;
  }

  public void changeProcessingTime(long effectiveEpochNanos, Profile nanos) {
    // Only the latest earlier one can still hold until the change.
    Processing latest = processing;
    Processing before =
        latest.before() != null && clock.epochNanos() >= latest.effectiveEpochNanos()
            ? new Processing(Processing.NONE, latest.effectiveEpochNanos(), latest.profile())
            : latest;
    processing = new Processing(before, effectiveEpochNanos, nanos);
    busy = true;
  }

  public void hold(boolean hold) {
    synchronized (holdLock) {
      held = hold;
      if (hold) {
        busy = true;
      }
      holdLock.notifyAll();
    }
  }

  public void close() {
    closed = true;
    hold(false);
    waiting.forEach(LockSupport::unpark);
  }

  /** Called at the end of a callback that began at {@code receivedEpochNanos}. */
  public void pace(long receivedEpochNanos) {
    if (busy && !closed) {
      process(receivedEpochNanos);
      awaitRelease();
    }
  }

  private void process(long receivedEpochNanos) {
    long end = receivedEpochNanos + (long) processing.nanosAt(receivedEpochNanos);
    long left = end - clock.epochNanos();
    if (left <= 0) {
      return;
    }
    waiting.add(Thread.currentThread());
    while (left > 0 && !closed && !Thread.currentThread().isInterrupted()) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(this, left - SPIN_NANOS);
      } else {
        Thread.onSpinWait();
      }
      left = end - clock.epochNanos();
    }
  }

  private void awaitRelease() {
    if (!held) {
      return;
    }
    synchronized (holdLock) {
      while (held && !closed) {
        try {
          holdLock.wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }
}
