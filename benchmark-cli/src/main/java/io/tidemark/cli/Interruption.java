package io.tidemark.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Ctrl-C and SIGTERM: the work in hand is asked to end, gets time to write what it has and to stop
 * its brokers, and only then does the process go. The JVM itself exits with 130 or 143.
 */
final class Interruption {
  private static final long GRACE_SECONDS = 60;

  private final AtomicBoolean requested = new AtomicBoolean();
  private final CountDownLatch finished = new CountDownLatch(1);
  private final List<Runnable> actions = new ArrayList<>();

  /** Installs the hook; {@code console} tells the user what is going on. */
  static Interruption install(Console console) {
    Interruption interruption = new Interruption();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> interruption.run(console), "tidemark-interruption"));
    return interruption;
  }

  /** Whether the user wants out. */
  boolean requested() {
    return requested.get();
  }

  /** Runs when the user wants out; at once if that was before. */
  synchronized void onRequest(Runnable action) {
    actions.add(action);
    if (requested.get()) {
      action.run();
    }
  }

  /**
   * Does work that a request breaks off by interrupting the calling thread. On return the thread is
   * not interrupted: what follows has results to write.
   */
  <T> T breakingOff(Supplier<T> work) {
    Thread worker = Thread.currentThread();
    Runnable interrupt = worker::interrupt;
    onRequest(interrupt);
    try {
      return work.get();
    } finally {
      forget(interrupt);
      Thread.interrupted();
    }
  }

  private synchronized void forget(Runnable action) {
    actions.remove(action);
  }

  /** The work is done and nothing has to be waited for. */
  void done() {
    finished.countDown();
  }

  private void run(Console console) {
    if (finished.getCount() == 0) {
      return;
    }
    console.error("Interrupted: writing what there is and stopping brokers (give it a moment) ...");
    request();
    try {
      if (!finished.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
        console.error("Gave up waiting after " + GRACE_SECONDS + " s for the run to end.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  synchronized void request() {
    requested.set(true);
    actions.forEach(Runnable::run);
  }
}
