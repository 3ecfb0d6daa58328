package io.tidemark.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

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

  /** The work is done and nothing has to be waited for. */
  void done() {
    finished.countDown();
  }

  private void run(Console console) {
    if (finished.getCount() == 0) {
      return;
    }
    requested.set(true);
    console.error("Interrupted: writing what there is and stopping brokers (give it a moment) ...");
    runActions();
    try {
      if (!finished.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
        console.error("Gave up waiting after " + GRACE_SECONDS + " s for the run to end.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void runActions() {
    actions.forEach(Runnable::run);
  }
}
