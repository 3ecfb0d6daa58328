package io.tidemark.features.selftest;

import io.tidemark.base.Clock;
import io.tidemark.base.DaemonThreads;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that waits for each millisecond of a run and records how late it goes on. The known
 * broker, whose thread waits in the same way, is as late: that is the machine, not the tool.
 */
final class WaitingThread implements AutoCloseable {
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private final Clock clock;
  private final Thread thread;
  private long[] lateNanos = new long[1 << 14];
  private int steps;
  private volatile boolean ended;

  /** How late it was. */
  record Lateness(double meanMicros, double medianMicros, double p90Micros, double p99Micros) {

    static Lateness of(long[] nanos) {
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      return new Lateness(
          Arrays.stream(sorted).average().orElse(0) / 1e3,
          percentile(sorted, 50),
          percentile(sorted, 90),
          percentile(sorted, 99));
    }

    private static double percentile(long[] sorted, int percent) {
      return sorted.length == 0 ? 0 : sorted[(sorted.length - 1) * percent / 100] / 1e3;
    }
  }

  WaitingThread(Clock clock) {
    this.clock = clock;
    this.thread = DaemonThreads.of("selftest-waiting", this::run);
    thread.start();
  }

  /** A step that has been missed is as late as it is, not left out. */
  private void run() {
    long dueNanos = clock.nanoTime();
    while (!ended) {
      dueNanos += STEP_NANOS;
      long leftNanos = dueNanos - clock.nanoTime();
      while (leftNanos > 0) {
        LockSupport.parkNanos(leftNanos);
        leftNanos = dueNanos - clock.nanoTime();
      }
      if (steps == lateNanos.length) {
        lateNanos = Arrays.copyOf(lateNanos, 2 * steps);
      }
      lateNanos[steps++] = -leftNanos;
    }
  }

  /** Ends the thread. */
  Lateness lateness() throws InterruptedException {
    close();
    return Lateness.of(Arrays.copyOf(lateNanos, steps));
  }

  @Override
  public void close() throws InterruptedException {
    ended = true;
    thread.join();
  }
}
