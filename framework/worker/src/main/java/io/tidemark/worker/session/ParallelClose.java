package io.tidemark.worker.session;

import io.tidemark.base.DaemonThreads;
import io.tidemark.base.Deadline;
import io.tidemark.worker.driver.FailureLine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Closes clients of a driver in parallel, with one deadline. */
public record ParallelClose(ClassLoader contextClassLoader, TeardownProblems problems) {
  private static final int MOST_THREADS = 32;

  /** Something to close and what to call it. */
  public record Named(String name, AutoCloseable closeable) {}

  public void close(List<Named> all, Deadline deadline) throws InterruptedException {
    if (all.isEmpty()) {
      return;
    }
    ExecutorService executor =
        Executors.newFixedThreadPool(Math.min(MOST_THREADS, all.size()), this::newThread);
    try {
      List<Future<?>> closings = new ArrayList<>();
      for (Named named : all) {
        closings.add(executor.submit(() -> closeOne(named)));
      }
      for (int i = 0; i < closings.size(); i++) {
        await(all.get(i), closings.get(i), deadline);
      }
    } finally {
      executor.shutdownNow(); // Interrupts those that hang.
    }
  }

  private void closeOne(Named named) {
    try {
      named.closeable().close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Too late: its deadline is reported.
    } catch (Throwable e) { // A driver may throw anything; it is reported.
      problems.add(named.name(), "close failed: " + FailureLine.of(e));
    }
  }

  private void await(Named named, Future<?> closing, Deadline deadline)
      throws InterruptedException {
    try {
      closing.get(deadline.leftNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      problems.add(named.name(), "close did not return within " + deadline);
    } catch (ExecutionException e) {
      throw new IllegalStateException("closeOne reports all failures itself", e);
    }
  }

  private Thread newThread(Runnable task) {
    Thread thread = DaemonThreads.of("tidemark-close", task);
    thread.setContextClassLoader(contextClassLoader);
    return thread;
  }
}
