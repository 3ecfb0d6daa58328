package io.tidemark.cli;

import io.tidemark.measure.Clock;
import io.tidemark.measure.SystemClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Ctrl-C and SIGTERM: the work in hand is asked to end, gets time to come back from workers and
 * brokers and all the time it needs to write what it has, and only then does the process go. The
 * JVM itself exits with 130 or 143. A second Ctrl-C ends it at once.
 */
final class Interruption {
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final Clock clock;
  private final Duration grace;
  private final AtomicBoolean requested = new AtomicBoolean();
  private final List<Runnable> actions = new ArrayList<>();
  private boolean writing;
  private boolean finished;

  /**
   * @param grace for everything but writing
   */
  Interruption(Clock clock, Duration grace) {
    this.clock = clock;
    this.grace = grace;
  }

  /** Installs the hook; {@code console} tells the user what is going on. */
  static Interruption install(Console console) {
    Interruption interruption = new Interruption(SystemClock.get(), GRACE);
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

  /**
   * From here on results are made and written, which takes as long as it takes: no deadline holds
   * until {@link #written}.
   */
  synchronized void writing() {
    writing = true;
    notifyAll();
  }

  /** What there was is written; what follows has a deadline again. */
  synchronized void written() {
    writing = false;
    notifyAll();
  }

  /** The work is done and nothing has to be waited for. */
  synchronized void done() {
    finished = true;
    notifyAll();
  }

  private synchronized boolean isDone() {
    return finished;
  }

  private void run(Console console) {
    if (isDone()) {
      return;
    }
    new SecondInterrupt(clock).listen();
    console.error(
        "Interrupted: writing what there is and stopping brokers (give it a moment; Ctrl-C again"
            + " ends at once and writes nothing more) ...");
    request();
    try {
      if (!awaitEnd()) {
        console.error("Gave up waiting after " + grace.toSeconds() + " s for the run to end.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits for the end of the work.
   *
   * @return whether it came before the work had spent the grace time on something but writing
   */
  synchronized boolean awaitEnd() throws InterruptedException {
    long deadlineNanos = clock.nanoTime() + grace.toNanos();
    while (!finished) {
      long leftNanos = deadlineNanos - clock.nanoTime();
      if (writing) {
        wait();
        deadlineNanos = clock.nanoTime() + grace.toNanos();
      } else if (leftNanos > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
      } else {
        return false;
      }
    }
    return true;
  }

  synchronized void request() {
    requested.set(true);
    actions.forEach(Runnable::run);
  }
}
