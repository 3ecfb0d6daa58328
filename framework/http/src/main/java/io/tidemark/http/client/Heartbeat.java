package io.tidemark.http.client;

import io.tidemark.base.DaemonThreads;
import io.tidemark.base.SystemClock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Sends heartbeats to a worker that has not answered any call for some time, so that a crashed,
 * frozen or disconnected one is detected soon, even during long calls. A worker that answers a call
 * each second, as with samples of a second, gets none. Thread-safe.
 */
final class Heartbeat implements AutoCloseable {
  /** Two heartbeats of a second each fail within the limit. */
  private static final int QUIET_PARTS_OF_LIMIT = 3;

  private static final Duration AFTER_FAILURE = Duration.ofMillis(200);

  /** Timer of all workers: it only begins calls. */
  private static final ScheduledThreadPoolExecutor TIMER = timer();

  /** Carries out a task later. */
  interface Later {
    void in(long nanos, Runnable task);
  }

  /** A process that has just started may be slow with its first answer; its machine is not. */
  private static final int FIRST_ANSWER_FACTOR = 5;

  /** If this process was stopped, only one heartbeat has failed. */
  private static final int FEWEST_FAILURES = 2;

  /**
   * A heartbeat without a response.
   *
   * @param why one line
   * @param connected whether the worker's machine accepted the connection
   */
  record Miss(String why, boolean connected) {}

  private final Supplier<CompletableFuture<Optional<Miss>>> beat;
  private final Duration limit;
  private final long quietNanos;
  private final LongSupplier nanoTime;
  private final Later later;
  private boolean begun;
  private boolean closed;
  private boolean everAnswered;
  private int failures;
  private int withoutConnection;
  private String lastFailure = "";
  private long lastSignNanos;

  /**
   * @param beat sends a heartbeat; returns why it failed, empty if there was a response
   * @param limit longest time without a response
   */
  Heartbeat(Supplier<CompletableFuture<Optional<Miss>>> beat, Duration limit) {
    this(
        beat,
        limit,
        SystemClock.get()::nanoTime,
        (nanos, task) -> TIMER.schedule(task, nanos, TimeUnit.NANOSECONDS));
  }

  Heartbeat(
      Supplier<CompletableFuture<Optional<Miss>>> beat,
      Duration limit,
      LongSupplier nanoTime,
      Later later) {
    this.beat = beat;
    this.limit = limit;
    this.quietNanos = limit.toNanos() / QUIET_PARTS_OF_LIMIT;
    this.nanoTime = nanoTime;
    this.later = later;
  }

  /** Carries out a task that does not wait. */
  static void after(Duration time, Runnable task) {
    TIMER.schedule(task, time.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(1, DaemonThreads.named("worker-heartbeat"));
    timer.setKeepAliveTime(10, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    return timer;
  }

  /** Begins with the first call. */
  synchronized void begin() {
    if (!begun) {
      begun = true;
      lastSignNanos = nanoTime.getAsLong();
      next(quietNanos);
    }
  }

  private synchronized void next(long nanos) {
    if (!closed) {
      later.in(nanos, this::check);
    }
  }

  private void check() {
    long leftNanos = leftNanos();
    if (leftNanos > 0 || isClosed()) {
      next(leftNanos);
      return;
    }
    answer()
        .whenComplete(
            (miss, defect) -> {
              if (defect == null && miss.isEmpty()) {
                sign();
              } else {
                missed(
                    defect == null
                        ? miss.get()
                        : new Miss(String.valueOf(defect.getMessage()), true));
              }
              next(Math.max(leftNanos(), AFTER_FAILURE.toNanos()));
            });
  }

  /** Until the worker has been quiet so long that it gets a heartbeat. */
  private synchronized long leftNanos() {
    return quietNanos - (nanoTime.getAsLong() - lastSignNanos);
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** A heartbeat that cannot be sent counts as failed; the next one is sent anyway. */
  private CompletableFuture<Optional<Miss>> answer() {
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
    withoutConnection = 0;
    lastSignNanos = nanoTime.getAsLong();
  }

  private synchronized void missed(Miss miss) {
    failures++;
    withoutConnection = miss.connected() ? 0 : withoutConnection + 1;
    lastFailure = miss.why();
  }

  /** Empty while heartbeats succeed; otherwise one line. */
  synchronized Optional<String> silence() {
    boolean starts = !everAnswered && withoutConnection < FEWEST_FAILURES;
    Duration patience = starts ? limit.multipliedBy(FIRST_ANSWER_FACTOR) : limit;
    boolean silent = nanoTime.getAsLong() - lastSignNanos > patience.toNanos();
    return begun && silent && failures >= FEWEST_FAILURES
        ? Optional.of(
            String.format(
                Locale.ROOT, "no response for %d ms (%s)", patience.toMillis(), lastFailure))
        : Optional.empty();
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
