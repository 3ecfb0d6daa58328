package io.tidemark.driver.rabbitmq.quorum.connection;

import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.FailureReason;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats attempts until they succeed or cannot any more, with pauses that grow and differ between
 * clients.
 */
public final class Retries implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Retries.class);
  private static final int THREADS = 8;
  private static final int GREATEST_FACTOR = 16;

  private final ScheduledExecutorService executor;
  private final Duration interval;

  public Retries(Duration interval) {
    this.interval = interval;
    this.executor =
        Executors.newScheduledThreadPool(THREADS, BackgroundTasks.daemons("rabbitmq-recovery"));
  }

  /** Starts trying now, until it does not fail; {@code what} names it in the log. */
  public void start(String what, BackgroundTasks.Action attempt) {
    schedule(what, attempt, 0, 0);
  }

  /** Runs something again and again until the driver is closed. */
  public void every(Duration period, Runnable task) {
    long millis = Math.max(1, period.toMillis());
    executor.scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void schedule(
      String what, BackgroundTasks.Action attempt, int failures, long delayMillis) {
    try {
      executor.schedule(() -> tryOnce(what, attempt, failures), delayMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("{}: not tried again, the driver is closed", what);
    }
  }

  private void tryOnce(String what, BackgroundTasks.Action attempt, int failures) {
    try {
      attempt.run();
    } catch (GoneForGoodException e) {
      log.debug("{}: not tried again: {}", what, e.getMessage());
    } catch (Exception e) {
      log.debug("{}: attempt {} failed: {}", what, failures + 1, FailureReason.of(e));
      schedule(what, attempt, failures + 1, pauseMillis(failures));
    }
  }

  private long pauseMillis(int failures) {
    long longest = interval.toMillis() * Math.min(GREATEST_FACTOR, 1L << Math.min(failures, 20));
    return ThreadLocalRandom.current().nextLong(longest / 2, Math.max(longest, 2));
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
