package io.tidemark.driver.rabbitmq.quorum.amqp091;

import io.tidemark.driver.Bounded;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Mutual exclusion with a final action after its end: run by the thread that ends it, if it enters
 * soon, otherwise by the thread that leaves it. Ending does not block indefinitely. The final
 * action may run more than once.
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
    // A thread that ended it may have stopped waiting; it sets the flag first, which is visible
    // here.
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
    if (!Bounded.lockedWithin(most, lock)) {
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
