package io.tidemark.driver;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * Runs a call that may hang, such as a write to a stalled broker, on a separate daemon thread, so
 * that callers can limit their wait.
 */
public final class Bounded {
  private final Thread thread;

  private Bounded(Thread thread) {
    this.thread = thread;
  }

  public static Bounded start(String threadName, Runnable task) {
    Thread thread = daemon(threadName, task);
    thread.start();
    return new Bounded(thread);
  }

  static Thread daemon(String threadName, Runnable task) {
    Thread thread = new Thread(task, threadName);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Waits for its end for a time.
   *
   * @return whether it has ended; false, with the flag set, when the caller is interrupted
   */
  public boolean endedWithin(Duration most) {
    try {
      // 0 would mean for ever.
      thread.join(Math.max(1, most.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    return !thread.isAlive();
  }

  /**
   * Waits for a lock for a time.
   *
   * @return whether the caller has the lock; false, with the flag set, when it is interrupted
   */
  public static boolean lockedWithin(Duration most, Lock lock) {
    try {
      return lock.tryLock(most.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
