package io.tidemark.coordinator;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Asks a run to end: the first request ends the load and keeps what there is; the second gives up
 * waiting for what is outstanding. Safe for all threads.
 */
public final class StopSignal {
  private int requests;
  private int handled;
  private Optional<String> brokenOff = Optional.empty();

  /** Asks the run to end, or to hurry up with it. */
  public synchronized void request() {
    requests++;
    notifyAll();
  }

  /**
   * The process ends: nothing is waited for, and what was measured is no complete run.
   *
   * @param why one sentence part
   */
  public synchronized void breakOff(String why) {
    brokenOff = Optional.of(why);
    requests += 2;
    notifyAll();
  }

  /** Why the run cannot complete; empty when it may. */
  synchronized Optional<String> brokenOff() {
    return brokenOff;
  }

  /** Whether the run shall end. */
  public synchronized boolean requested() {
    return requests > 0;
  }

  /** Whether it shall not even wait for what is outstanding. */
  public synchronized boolean urgent() {
    return requests > 1;
  }

  /** Whether there is a request on which the run has not acted yet. */
  synchronized boolean pending() {
    return requests > handled;
  }

  /** The run has acted on all requests so far. */
  synchronized void handle() {
    handled = requests;
  }

  /** Waits for a request on which the run has not acted, but no longer than so long. */
  synchronized void await(long nanos) throws InterruptedException {
    if (!pending() && nanos > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    }
  }
}
