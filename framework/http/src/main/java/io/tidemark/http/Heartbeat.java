package io.tidemark.http;

import io.tidemark.model.worker.DaemonThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Feels a worker's pulse beside all other calls, so that a worker that dies, freezes or is cut off
 * is missed soon, however long it may take for what it was asked. For all threads.
 */
final class Heartbeat implements AutoCloseable {
  private static final Duration EVERY = Duration.ofMillis(500);

  /** A process that has just started may be slow with its first answer. */
  private static final int FIRST_ANSWER_FACTOR = 5;

  /** When this process itself was stopped, only one beat has been in vain. */
  private static final int FEWEST_FAILURES = 2;

  private final Supplier<CompletableFuture<Optional<String>>> beat;
  private final Duration limit;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("worker-pulse"));
  private boolean begun;
  private boolean everAnswered;
  private int failures;
  private String lastFailure = "";
  private long lastSignNanos;

  /**
   * @param beat asks for a sign of life; what it gives in the end says why there was none
   * @param limit so long there may be no sign
   */
  Heartbeat(Supplier<CompletableFuture<Optional<String>>> beat, Duration limit) {
    this.beat = beat;
    this.limit = limit;
  }

  /** From the first call on. */
  synchronized void begin() {
    if (!begun) {
      begun = true;
      lastSignNanos = System.nanoTime();
      next();
    }
  }

  private void next() {
    try {
      timer.schedule(this::feel, EVERY.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      failures = 0; // Closed: nobody asks any more.
    }
  }

  private void feel() {
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

  /** A beat that cannot even be asked for is one in vain; the next is asked for all the same. */
  private CompletableFuture<Optional<String>> answer() {
    try {
      return beat.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** The worker has answered, whatever. */
  synchronized void sign() {
    everAnswered = true;
    failures = 0;
    lastSignNanos = System.nanoTime();
  }

  private synchronized void missed(String why) {
    failures++;
    lastFailure = why;
  }

  /** Empty while there are signs of life; else one line. */
  synchronized Optional<String> silence() {
    Duration patience = everAnswered ? limit : limit.multipliedBy(FIRST_ANSWER_FACTOR);
    boolean silent = System.nanoTime() - lastSignNanos > patience.toNanos();
    return begun && silent && failures >= FEWEST_FAILURES
        ? Optional.of("no sign of life for %d ms (%s)".formatted(patience.toMillis(), lastFailure))
        : Optional.empty();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
