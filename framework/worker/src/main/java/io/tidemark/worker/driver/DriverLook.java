package io.tidemark.worker.driver;

import io.tidemark.base.DaemonThreads;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs code of a driver that connects to nothing (constructor, settings, validation) on a separate
 * thread and with a deadline: it must not keep a command from checking its files.
 */
final class DriverLook {
  /** A busy machine needs seconds for the classes of a large client. */
  static final Duration WITHIN = Duration.ofSeconds(15);

  private DriverLook() {}

  /**
   * @param subject of the error
   * @throws DriverLoadException of the look, or when it has not ended in time
   */
  static <T> T at(String subject, Callable<T> look) throws DriverLoadException {
    FutureTask<T> task = new FutureTask<>(look);
    Thread thread = DaemonThreads.of("tidemark-driver-look", task);
    thread.start();
    try {
      return task.get(WITHIN.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      String position = LoaderThreads.position(thread);
      thread.interrupt();
      throw new DriverLoadException(
          String.format(
              Locale.ROOT,
              "%s did not return from its constructor or validation within %d s, it is in %s",
              subject,
              WITHIN.toSeconds(),
              position),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      thread.interrupt();
      throw new DriverLoadException(subject + ": the check was interrupted", e);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      if (cause instanceof DriverLoadException problem) {
        throw problem;
      }
      throw new DriverLoadException(
          subject + " cannot be checked: " + FailureLine.of(cause), cause);
    }
  }
}
