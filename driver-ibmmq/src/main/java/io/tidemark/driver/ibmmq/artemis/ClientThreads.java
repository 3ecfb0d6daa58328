package io.tidemark.driver.ibmmq.artemis;

import java.util.concurrent.TimeUnit;

/**
 * The network threads of Artemis's client end a while after its connections. When they do, they
 * need classes, which are gone once the driver's class loader is closed.
 */
final class ClientThreads {
  private static final String NAME = "activemq-client-remoting";
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(8);

  private ClientThreads() {}

  /** Waits for those of this driver's class loader; not where all share the application's. */
  static void awaitEnd() {
    ClassLoader own = ClientThreads.class.getClassLoader();
    if (own == ClassLoader.getSystemClassLoader()) {
      return;
    }
    long endNanos = System.nanoTime() + MOST_NANOS;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().contains(NAME) && thread.getContextClassLoader() == own) {
        long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
        if (leftMillis <= 0) {
          return;
        }
        try {
          thread.join(leftMillis);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }
}
