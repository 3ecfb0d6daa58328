package io.tidemark.worker.engine.load;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Shared state of all load threads: the schedule, the lease and the stop command. Load threads
 * read, others write; every change wakes the load threads at once.
 */
final class LoadSignals {
  private final long leaseNanos;
  private final List<Runnable> wakers = new CopyOnWriteArrayList<>();
  private volatile Course course;
  private volatile boolean stopped;
  private volatile boolean stoppedByLease;
  private volatile long leaseEndEpochNanos = Long.MAX_VALUE;

  LoadSignals(long leaseNanos, Course course) {
    this.leaseNanos = leaseNanos;
    this.course = course;
  }

  Course course() {
    return course;
  }

  void follow(Course changed) {
    course = changed;
    wakeAll();
  }

  void stop() {
    stopped = true;
    wakeAll();
  }

  /** Whether to stop; also checks the lease. */
  boolean isStopped(long epochNanos) {
    if (epochNanos > leaseEndEpochNanos && !stopped) {
      expire();
    }
    return stopped;
  }

  long leaseEndEpochNanos() {
    return leaseEndEpochNanos;
  }

  /** Extends the lease, unless it is over: a worker that was frozen must not go on. */
  void renewLease(long epochNanos) {
    if (epochNanos > leaseEndEpochNanos) {
      expire();
    } else {
      leaseEndEpochNanos = epochNanos + leaseNanos;
    }
  }

  private void expire() {
    if (!stopped) {
      stoppedByLease = true;
      stop();
    }
  }

  boolean wasStopped() {
    return stopped;
  }

  boolean wasStoppedByLease() {
    return stoppedByLease;
  }

  void onChange(Runnable waker) {
    wakers.add(waker);
  }

  private void wakeAll() {
    wakers.forEach(Runnable::run);
  }
}
