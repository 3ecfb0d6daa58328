package io.tidemark.brokers.process;

import io.tidemark.base.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Work that a signal to this process interrupts: the process does not end before the work has
 * removed what is unfinished, or the time for that is over.
 */
public final class InterruptedByExit implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread worker;
  private final Thread hook;

  private InterruptedByExit(Thread worker) {
    this.worker = worker;
    this.hook = DaemonThreads.of("tidemark-unfinished", this::interruptAndWait);
  }

  /** Until it is closed, the work of the calling thread is interrupted by the process's end. */
  public static InterruptedByExit ofThisThread() {
    InterruptedByExit guard = new InterruptedByExit(Thread.currentThread());
    try {
      Runtime.getRuntime().addShutdownHook(guard.hook);
    } catch (IllegalStateException e) {
      throw new LocalBrokerException("interrupted: this process ends", e);
    }
    return guard;
  }

  private void interruptAndWait() {
    worker.interrupt();
    try {
      done.await(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // The process ends: the hook runs, and does not wait any more.
    }
  }
}
