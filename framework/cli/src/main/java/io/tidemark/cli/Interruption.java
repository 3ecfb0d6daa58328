package io.tidemark.cli;

import io.tidemark.base.Clock;
import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ctrl-C, SIGTERM and a driver that calls {@code System.exit}: requests the end of the current
 * work, which has limited time for workers and brokers and unlimited time to write results. Then
 * the process ends with the exit code of {@link ProcessEnd}. A second Ctrl-C ends it immediately.
 */
public final class Interruption {
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final Clock clock;
  private final Duration grace;
  private final AtomicBoolean requested = new AtomicBoolean();
  private final List<Runnable> actions = new ArrayList<>();
  private volatile Optional<String> exitCall = Optional.empty();
  private Runnable uninstall = () -> {};
  private boolean writing;
  private boolean finished;

  /**
   * @param grace for everything but writing
   */
  Interruption(Clock clock, Duration grace) {
    this.clock = clock;
    this.grace = grace;
  }

  /** Active until {@link #done}; {@code console} shows progress. */
  public static Interruption install(Console console) {
    Interruption interruption = new Interruption(SystemClock.get(), GRACE);
    ProcessEnd.Rescue rescue = cause -> interruption.run(console, cause);
    interruption.uninstall = () -> ProcessEnd.forget(rescue);
    ProcessEnd.rescue(rescue);
    return interruption;
  }

  /** Whether the work shall end. */
  public boolean requested() {
    return requested.get();
  }

  /** The caller of System.exit; empty for a signal. */
  Optional<String> exitCall() {
    return exitCall;
  }

  /** The exit code of work that ended so, once its end was or was not asked for. */
  public ExitCode codeOf(ExitCode work) {
    if (exitCall.isPresent()) {
      return work.worse(ExitCode.INFRASTRUCTURE);
    }
    return requested() ? ExitCode.INTERRUPTED : work;
  }

  /** Runs on a request to end; immediately if there was one before. */
  synchronized void onRequest(Runnable action) {
    actions.add(action);
    if (requested.get()) {
      action.run();
    }
  }

  /** What may be broken off. */
  public interface Work<T, E extends Exception> {
    T get() throws E;
  }

  /**
   * Runs work that a request interrupts. On return the thread is not interrupted, because results
   * are written next.
   */
  public <T, E extends Exception> T breakingOff(Work<T, E> work) throws E {
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

  /** Undoes {@link #onRequest}. */
  synchronized void forget(Runnable action) {
    actions.remove(action);
  }

  /** Results are built and written from here on, without a deadline until {@link #written}. */
  public synchronized void writing() {
    writing = true;
    notifyAll();
  }

  /** Results are written; the deadline applies again. */
  public synchronized void written() {
    writing = false;
    notifyAll();
  }

  /** The work is done; there is no further wait. */
  public synchronized void done() {
    uninstall.run();
    finished = true;
    notifyAll();
  }

  private synchronized boolean isDone() {
    return finished;
  }

  private void run(Console console, ProcessEnd.Cause cause) {
    if (isDone()) {
      return;
    }
    new SecondInterrupt(clock).listen();
    console.error(announcement(cause));
    if (cause.exitCall()) {
      exitCall = Optional.of(cause.text());
    }
    request();
    try {
      if (!awaitEnd()) {
        console.error("Stopped waiting after " + grace.toSeconds() + " s for the run to end.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String announcement(ProcessEnd.Cause cause) {
    String work = ": writing results so far";
    if (cause.exitCall()) {
      return "The run ends" + work + " ...";
    }
    // Only Ctrl-C comes from a terminal. A cluster sends SIGTERM.
    return cause.text().contains("SIGINT")
        ? "Interrupted" + work + " (Ctrl-C again ends at once without writing) ..."
        : "The run was " + cause.text() + work + " ...";
  }

  /**
   * Waits for the end of the work.
   *
   * @return whether it ended within the grace time, not counting the time to write results
   */
  synchronized boolean awaitEnd() throws InterruptedException {
    Deadline deadline = Deadline.in(grace, clock);
    while (!finished) {
      if (writing) {
        wait();
        deadline = deadline.again();
      } else if (!deadline.isOver()) {
        TimeUnit.NANOSECONDS.timedWait(this, deadline.leftNanos());
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
