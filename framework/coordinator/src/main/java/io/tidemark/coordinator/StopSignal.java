package io.tidemark.coordinator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Requests the end of a run: the first request ends the load and keeps the results so far; the
 * second ends the wait for outstanding messages. Thread-safe.
 */
public final class StopSignal {
  private int requests;
  private int handled;
  private Optional<String> brokenOff = Optional.empty();
  private final List<StopSignal> followers = new ArrayList<>();

  /** Requests the end of the run, or skips its waits. */
  public synchronized void request() {
    requests++;
    notifyAll();
    followers.forEach(StopSignal::request);
  }

  /**
   * The process ends: there are no further waits, and the run is incomplete.
   *
   * @param why one sentence part
   */
  public synchronized void breakOff(String why) {
    brokenOff = Optional.of(why);
    requests += 2;
    notifyAll();
    followers.forEach(each -> each.breakOff(why));
  }

  /** A signal for one of several runs, which acts on the requests of this one by itself. */
  public synchronized StopSignal follower() {
    StopSignal follower = new StopSignal();
    followers.add(follower);
    if (brokenOff.isPresent()) {
      follower.breakOff(brokenOff.get());
    } else {
      for (int i = 0; i < requests; i++) {
        follower.request();
      }
    }
    return follower;
  }

  /** Why the run cannot complete; empty when it may. */
  public synchronized Optional<String> brokenOff() {
    return brokenOff;
  }

  /** Whether the run shall end. */
  public synchronized boolean requested() {
    return requests > 0;
  }

  /** Whether it must not wait for outstanding messages. */
  public synchronized boolean urgent() {
    return requests > 1;
  }

  /** Whether there is a request on which the run has not acted yet. */
  public synchronized boolean pending() {
    return requests > handled;
  }

  /** The run has acted on all requests so far. */
  public synchronized void handle() {
    handled = requests;
  }

  /** Waits for a request on which the run has not acted, up to a timeout. */
  synchronized void await(long nanos) throws InterruptedException {
    if (!pending() && nanos > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    }
  }
}
