package io.tidemark.driver.kafka.consumer;

import io.tidemark.driver.BackgroundTasks;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** The thread that polls a consumer and, at its end, closes it. */
public final class ConsumerThread {
  /** The longest wait of a poll, after which its loop looks for other work. */
  public static final Duration POLL = Duration.ofMillis(100);

  /** The pause of a loop after a failed poll. */
  public static final long AFTER_FAILURE_MILLIS = 200;

  private final Thread thread;
  private final long deadlineMillis;

  public ConsumerThread(Runnable work, String name, Duration closeTimeout) {
    this.deadlineMillis = closeDeadline(closeTimeout).toMillis();
    this.thread = BackgroundTasks.daemons(name).newThread(work);
    thread.setContextClassLoader(ConsumerThread.class.getClassLoader());
  }

  /** The last commit and leaving the group may each take the whole timeout. */
  public static Duration closeDeadline(Duration closeTimeout) {
    return closeTimeout.multipliedBy(2);
  }

  public void start() {
    thread.start();
  }

  /** Waits for its end, unless it is the caller itself: a callback may close its own consumer. */
  public void join() throws InterruptedException, TimeoutException {
    if (Thread.currentThread() == thread) {
      return;
    }
    thread.join(deadlineMillis);
    if (thread.isAlive()) {
      throw new TimeoutException(
          thread.getName() + " is not closed after " + deadlineMillis + " ms");
    }
  }
}
