package io.tidemark.driver.mqtt;

import io.reactivex.Scheduler;
import io.reactivex.schedulers.Schedulers;

/**
 * Threads of RxJava, with which HiveMQ's client is written. RxJava starts some for the whole class
 * loader and never ends them; here they run while a connection of this class loader may be open.
 */
final class RxThreads {
  /** Runs callbacks of the client on the thread of the connection. */
  static final Scheduler DIRECT = Schedulers.from(Runnable::run);

  private static int users;

  private RxThreads() {}

  static synchronized void use() {
    if (users == 0) {
      Schedulers.start();
    }
    users++;
  }

  /** Must be called once for each {@link #use}. */
  static synchronized void release() {
    users--;
    if (users == 0) {
      Schedulers.shutdown();
    }
  }
}
