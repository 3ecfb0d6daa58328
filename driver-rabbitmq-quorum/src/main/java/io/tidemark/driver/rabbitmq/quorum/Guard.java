package io.tidemark.driver.rabbitmq.quorum;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one thread in at a time, and has some last work done when it is over and nobody is inside:
 * by whoever ends it, if that is soon, by whoever leaves it otherwise. Nobody who ends it waits for
 * ever. The last work may be done more than once.
 */
final class Guard {
  private final ReentrantLock lock = new ReentrantLock();
  private final Runnable lastWork;
  private volatile boolean over;

  Guard(Runnable lastWork) {
    this.lastWork = lastWork;
  }

  void enter() {
    lock.lock();
  }

  void leave() {
    lock.unlock();
    // Whoever ended it meanwhile may have given up waiting; having said so first, it is seen here.
    if (over && lock.tryLock()) {
      workAndLeave();
    }
  }

  /**
   * Ends it.
   *
   * @return whether the last work is done; else it is that of the thread inside, when it leaves
   */
  boolean end(Duration most) {
    over = true;
    try {
      if (!lock.tryLock(most.toNanos(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    workAndLeave();
    return true;
  }

  private void workAndLeave() {
    try {
      lastWork.run();
    } finally {
      lock.unlock();
    }
  }
}
