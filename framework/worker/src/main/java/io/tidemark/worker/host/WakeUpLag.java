package io.tidemark.worker.host;

import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.base.SystemClock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The maximum delay of a thread that wakes up every 20 ms: causes of the delay (other programs, the
 * hypervisor, the collector) also delay load threads. All workers of a process share the thread,
 * which ends with the last of them.
 */
final class WakeUpLag implements AutoCloseable {
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final List<WakeUpLag> OPEN = new CopyOnWriteArrayList<>();
  private static final Clock CLOCK = SystemClock.get(); // Parking is in real time, also in tests.

  private static volatile @Nullable Thread ticker;

  private final AtomicLong worstNanos = new AtomicLong();

  WakeUpLag() {
    begin(this);
  }

  private static synchronized void begin(WakeUpLag another) {
    OPEN.add(another);
    if (ticker == null) {
      Thread started = DaemonThreads.of("tidemark-wake-up-lag", WakeUpLag::tick);
      ticker = started;
      started.start();
    }
  }

  private static synchronized void end(WakeUpLag closed) {
    OPEN.remove(closed);
    if (OPEN.isEmpty()) {
      ticker = null;
    }
  }

  private static void tick() {
    while (Thread.currentThread().equals(ticker)) {
      long dueNanos = CLOCK.nanoTime() + PERIOD_NANOS;
      long leftNanos = PERIOD_NANOS;
      while (leftNanos > 0) { // A park may end early.
        LockSupport.parkNanos(WakeUpLag.class, leftNanos);
        leftNanos = dueNanos - CLOCK.nanoTime();
      }
      for (WakeUpLag each : OPEN) {
        each.worstNanos.accumulateAndGet(-leftNanos, Math::max);
      }
    }
  }

  /** The worst since the call before. */
  long takeNanos() {
    return worstNanos.getAndSet(0);
  }

  @Override
  public void close() {
    end(this);
  }
}
