package io.tidemark.worker;

import io.tidemark.base.Deadline;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.worker.driver.FailureLine;
import io.tidemark.worker.session.DriverThread;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The one run that a worker has at a time. Safe for all threads: calls wait for each other, except
 * {@link #endWaits}, which waits for a close only, and {@link #hasEnded}. What a call may not do is
 * an error of the worker.
 */
final class CurrentRun {
  private static final long LOOK_EVERY_MILLIS = 100;

  private final String workerName;
  private final ReentrantLock lock = new ReentrantLock(true);
  private volatile @Nullable DriverThread driverThread;
  private @Nullable WorkerRun run;

  /** Part of a call that has a result. */
  interface Action<T> {
    T in(WorkerRun run) throws WorkerException, InterruptedException;
  }

  /** Part of a call that has none. */
  interface Command {
    void in(WorkerRun run) throws WorkerException, InterruptedException;
  }

  /** Opens the driver on its thread and begins a run. */
  interface Beginning {
    WorkerRun on(DriverThread thread) throws WorkerException, InterruptedException;
  }

  /** What is done under the lock. */
  private interface Part<T> {
    T done() throws WorkerException, InterruptedException;
  }

  /**
   * @param workerName how errors name it
   */
  CurrentRun(String workerName) {
    this.workerName = workerName;
  }

  /**
   * The next run takes the place of the one before.
   *
   * @param ending of the run before, if there is one
   */
  void replace(Command ending, Beginning next) throws WorkerException, InterruptedException {
    locked(
        () -> {
          if (run != null) {
            run.session().thread().beginClose();
            ending.in(run);
            run.session().thread().close();
            run = null;
          }
          DriverThread thread = new DriverThread(workerName);
          driverThread = thread;
          try {
            run = next.on(thread);
          } finally {
            if (run == null) {
              thread.close();
            }
          }
          return true;
        });
  }

  /** Renews the lease of the run before and after the command. */
  void command(Command command) throws WorkerException, InterruptedException {
    call(
        running -> {
          command.in(running);
          return true;
        });
  }

  /** Renews the lease of the run before and after the action. */
  <T> T call(Action<T> action) throws WorkerException, InterruptedException {
    return look(
        running -> {
          if (running.isFinished()) {
            throw lost("the run is finished");
          }
          running.engine().renewLease();
          try {
            return action.in(running);
          } catch (IllegalArgumentException | IllegalStateException e) {
            throw refused(e);
          } finally {
            running.engine().renewLease(); // The call may have taken long.
          }
        });
  }

  /** Also in a run that is finished. */
  <T> T look(Action<T> action) throws WorkerException, InterruptedException {
    return locked(
        () -> {
          if (run == null) {
            throw lost("no run has been prepared on this worker");
          }
          return action.in(run);
        });
  }

  /**
   * The last call for a run; also when it is finished.
   *
   * @param absent the result when there is none
   */
  <T> T finish(Action<T> action, T absent) throws WorkerException, InterruptedException {
    return locked(
        () -> {
          if (run == null) {
            return absent;
          }
          run.session().thread().beginClose();
          T result = action.in(run);
          run.session().thread().close();
          return result;
        });
  }

  private <T> T locked(Part<T> part) throws WorkerException, InterruptedException {
    lock.lockInterruptibly();
    try {
      return part.done();
    } finally {
      lock.unlock();
    }
  }

  /**
   * So that a hanging driver does not block the end of a run.
   *
   * @param patience with a driver that is being closed
   */
  void endWaits(Duration patience) throws InterruptedException {
    if (lock.isHeldByCurrentThread() || !lock.isLocked()) {
      return;
    }
    Deadline deadline = Deadline.in(patience);
    DriverThread thread = driverThread;
    while (thread != null && !thread.abort()) {
      if (lock.tryLock(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        lock.unlock();
        return;
      }
      if (deadline.isOver()) {
        thread.abortAnyway();
        return;
      }
      thread = driverThread; // The next run may have begun.
    }
  }

  /** Whether there is nothing to end: no run, and no call that goes on. */
  boolean hasEnded() {
    if (!lock.tryLock()) {
      return false;
    }
    try {
      return run == null || run.isFinished();
    } finally {
      lock.unlock();
    }
  }

  WorkerException refused(RuntimeException e) {
    Kind kind = e instanceof IllegalArgumentException ? Kind.CONFIGURATION : Kind.INFRASTRUCTURE;
    return new WorkerException(workerName, kind, FailureLine.of(e), e);
  }

  private WorkerException lost(String message) {
    return new WorkerException(workerName, Kind.WORKER_LOST, message, null);
  }
}
