package io.tidemark.runs;

import io.tidemark.base.Clock;
import io.tidemark.base.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The request to end the current work early, after Ctrl-C, SIGTERM or a driver that calls {@code
 * System.exit}. Work that is asked to end has limited time for workers and brokers and unlimited
 * time to write results. Thread-safe.
 */
public final class Interruption {
  private final Clock clock;
  private final Duration grace;
  private final AtomicBoolean requested = new AtomicBoolean();
  private final List<Runnable> actions = new ArrayList<>();
  private volatile Optional<String> exitCall = Optional.empty();
  private Runnable afterwards = () -> {};
  private boolean writing;
  private boolean finished;

  /**
   * @param grace for everything but writing
   */
  public Interruption(Clock clock, Duration grace) {
    this.clock = clock;
    this.grace = grace;
  }

  /** Whether the work shall end. */
  public boolean requested() {
    return requested.get();
  }

  /** Runs when the work is done. */
  public void afterwards(Runnable action) {
    afterwards = action;
  }

  /** The request of a driver that called {@code System.exit}. */
  public void request(String caller) {
    exitCall = Optional.of(caller);
    request();
  }

  /** The caller of System.exit; empty for a signal. */
  public Optional<String> exitCall() {
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
  public synchronized void onRequest(Runnable action) {
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
  public synchronized void forget(Runnable action) {
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
    afterwards.run();
    finished = true;
    notifyAll();
  }

  public synchronized boolean isDone() {
    return finished;
  }

  /**
   * Waits for the end of the work.
   *
   * @return whether it ended within the grace time, not counting the time to write results
   */
  public synchronized boolean awaitEnd() throws InterruptedException {
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

  public synchronized void request() {
    requested.set(true);
    actions.forEach(Runnable::run);
  }
}
