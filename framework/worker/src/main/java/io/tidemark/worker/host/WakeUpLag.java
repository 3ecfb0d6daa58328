package io.tidemark.worker.host;

import io.tidemark.measure.Clock;
import io.tidemark.measure.SystemClock;
import io.tidemark.model.worker.DaemonThreads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that wants to wake up every 20 ms and remembers how late it was at the worst: whatever
 * keeps it from running (other programs, the hypervisor, the collector) keeps load threads too.
 */
final class WakeUpLag implements AutoCloseable {
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private final Clock clock = SystemClock.get(); // Parking is in real time, whatever a test says.
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
