package io.tidemark.http.client;

import io.tidemark.base.DaemonThreads;
import io.tidemark.base.SystemClock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Sends heartbeats to a worker, independent of other calls, so that a crashed, frozen or
 * disconnected worker is detected soon, even during long calls. Thread-safe.
 */
final class Heartbeat implements AutoCloseable {
  private static final Duration EVERY = Duration.ofMillis(500);

  /** A process that has just started may be slow with its first answer. */
  private static final int FIRST_ANSWER_FACTOR = 5;

  /** If this process was stopped, only one heartbeat has failed. */
  private static final int FEWEST_FAILURES = 2;

  private final Supplier<CompletableFuture<Optional<String>>> beat;
  private final Duration limit;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("worker-heartbeat"));
  private boolean begun;
  private boolean everAnswered;
  private int failures;
  private String lastFailure = "";
  private long lastSignNanos;

  /**
   * @param beat sends a heartbeat; returns the failure, empty if there was a response
   * @param limit longest time without a response
   */
  Heartbeat(Supplier<CompletableFuture<Optional<String>>> beat, Duration limit) {
    this.beat = beat;
    this.limit = limit;
  }

  /** From the first call on. */
  synchronized void begin() {
    if (!begun) {
      begun = true;
      lastSignNanos = SystemClock.get().nanoTime();
      next();
    }
  }

  private void next() {
    try {
      timer.schedule(this::check, EVERY.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      failures = 0; // Closed: no further heartbeats.
    }
  }

  private void check() {
    answer()
        .whenComplete(
            (failure, defect) -> {
              if (defect == null && failure.isEmpty()) {
                sign();
              } else {
                missed(defect == null ? failure.get() : String.valueOf(defect.getMessage()));
              }
              synchronized (this) {
                next();
              }
            });
  }

  /** A heartbeat that cannot be sent counts as failed; the next one is sent anyway. */
  private CompletableFuture<Optional<String>> answer() {
    try {
      return beat.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** The worker has sent any response. */
  synchronized void sign() {
    everAnswered = true;
    failures = 0;
    lastSignNanos = SystemClock.get().nanoTime();
  }

  private synchronized void missed(String why) {
    failures++;
    lastFailure = why;
  }

  /** Empty while heartbeats succeed; otherwise one line. */
  synchronized Optional<String> silence() {
    Duration patience = everAnswered ? limit : limit.multipliedBy(FIRST_ANSWER_FACTOR);
    boolean silent = SystemClock.get().nanoTime() - lastSignNanos > patience.toNanos();
    return begun && silent && failures >= FEWEST_FAILURES
        ? Optional.of(
            String.format(
                Locale.ROOT, "no response for %d ms (%s)", patience.toMillis(), lastFailure))
        : Optional.empty();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
