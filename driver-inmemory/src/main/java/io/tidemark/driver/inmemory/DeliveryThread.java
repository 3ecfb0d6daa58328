package io.tidemark.driver.inmemory;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A daemon thread that calls the framework's callbacks.
 *
 * @param thread it may not have been started
 * @param busy what is reported if the thread does not end
 */
record DeliveryThread(Thread thread, String busy) {
  private static final long CLOSE_DEADLINE_SECONDS = 30;

  static DeliveryThread make(String name, String busy, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return new DeliveryThread(thread, busy);
  }

  /** Starts it, unless it was started before. */
  void ensureStarted() {
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
  }

  /** Waits for its end, unless a callback closes its own client: the thread ends after it. */
  void awaitEnd() throws InterruptedException, TimeoutException {
    if (Thread.currentThread() == thread) {
      return;
    }
    thread.join(TimeUnit.SECONDS.toMillis(CLOSE_DEADLINE_SECONDS));
    if (thread.isAlive()) {
      throw new TimeoutException(busy + " after " + CLOSE_DEADLINE_SECONDS + " s");
    }
  }
}
