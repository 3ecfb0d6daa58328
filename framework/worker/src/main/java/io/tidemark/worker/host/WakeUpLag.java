package io.tidemark.worker.host;

import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import io.tidemark.base.SystemClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that wakes up every 20 ms and records its maximum delay: causes of the delay (other
 * programs, the hypervisor, the collector) also delay load threads.
 */
final class WakeUpLag implements AutoCloseable {
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private final Clock clock = SystemClock.get(); // Parking is in real time, also in tests.
  private final AtomicLong worstNanos = new AtomicLong();
  private final Thread ticker = DaemonThreads.of("tidemark-wake-up-lag", this::tick);
  private volatile boolean closed;

  WakeUpLag() {
    ticker.start();
  }

  private void tick() {
    while (!closed) {
      long dueNanos = clock.nanoTime() + PERIOD_NANOS;
      long leftNanos = PERIOD_NANOS;
      while (leftNanos > 0 && !closed) { // A park may end early.
        LockSupport.parkNanos(this, leftNanos);
        leftNanos = dueNanos - clock.nanoTime();
      }
      worstNanos.accumulateAndGet(-leftNanos, Math::max);
    }
  }

  /** The worst since the call before. */
  long takeNanos() {
    return worstNanos.getAndSet(0);
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(ticker);
  }
}
