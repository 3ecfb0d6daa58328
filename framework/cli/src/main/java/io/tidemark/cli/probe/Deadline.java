package io.tidemark.cli.probe;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Steps that may hang: a disk or a name server that does not answer. */
final class Deadline {
  private Deadline() {}

  /** The cause of a failure in another thread as one line. */
  static IOException failure(String prefix, ExecutionException e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    String message = cause.getMessage();
    return new IOException(prefix + (message == null ? cause.toString() : message), cause);
  }

  /**
   * The result of a step.
   *
   * @param what names it in the message
   * @throws IOException if it fails or has not ended in time
   */
  static <T> T within(Duration time, String what, Callable<T> step)
      throws IOException, InterruptedException {
    FutureTask<T> task = new FutureTask<>(step);
    Thread thread = new Thread(task, "tidemark-probe");
    thread.setDaemon(true);
    thread.start();
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
}
