package io.tidemark.features.probe;

import io.tidemark.base.DaemonThreads;
import io.tidemark.model.result.Text;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Steps of a probe in other threads: those that may hang, and those that run several times. */
final class ProbeThreads {
  private ProbeThreads() {}

  /**
   * The result of a step that may hang: of a disk or a name server that does not answer.
   *
   * @param what names it in the message
   * @throws IOException if it fails or has not ended in time
   */
  static <T> T within(Duration time, String what, Callable<T> step)
      throws IOException, InterruptedException {
    FutureTask<T> task = new FutureTask<>(step);
    DaemonThreads.of("tidemark-probe", task).start();
    try {
      return task.get(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException(what + " has not ended after " + time.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw failure(what + ": ", e);
    } finally {
      task.cancel(true);
    }
  }

  /**
   * The sum of the results of a step that runs in each of several threads.
   *
   * @param prefix of the message if one of them fails
   */
  static double sum(int threads, String prefix, Callable<Double> step)
      throws IOException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      double sum = 0;
      for (Future<Double> each : pool.invokeAll(Collections.nCopies(threads, step))) {
        sum += each.get();
      }
      return sum;
    } catch (ExecutionException e) {
      throw failure(prefix, e);
    } finally {
      pool.shutdownNow();
    }
  }

  private static IOException failure(String prefix, ExecutionException e) {
    Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
    return new IOException(prefix + Text.message(cause), cause);
  }
}
