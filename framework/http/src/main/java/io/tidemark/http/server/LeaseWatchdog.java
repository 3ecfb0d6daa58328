package io.tidemark.http.server;

import io.tidemark.base.DaemonThreads;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a run whose lease has expired. Its load has already stopped; this closes producers,
 * consumers and driver. Thread-safe; a concurrent call, of this run or the next, waits for it.
 */
public final class LeaseWatchdog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseWatchdog.class);
  private static final Duration FINISH_WITHIN = Duration.ofSeconds(30);

  /** During preparation, a worker may wait long for resources created on another one. */
  public static final Duration PREPARING_GRACE = Duration.ofSeconds(130);

  private final Worker worker;
  private final IdempotentCommands book;
  private final Duration grace;
  private final LongSupplier nanoTime;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("worker-orphans"));
  private Duration lease = Duration.ofSeconds(30);
  private Duration preparingGrace = PREPARING_GRACE;
  private boolean preparing = true;
  private int callsUnderWay;
  private long lastCallNanos;

  public LeaseWatchdog(Worker worker, IdempotentCommands book, Duration grace) {
    this(worker, book, grace, System::nanoTime);
  }

  public LeaseWatchdog(
      Worker worker, IdempotentCommands book, Duration grace, LongSupplier nanoTime) {
    this.worker = worker;
    this.book = book;
    this.grace = grace;
    this.nanoTime = nanoTime;
    this.lastCallNanos = nanoTime.getAsLong();
  }

  public void watch() {
    timer.scheduleWithFixedDelay(this::look, 500, 500, TimeUnit.MILLISECONDS);
  }

  /**
   * @param leaseOfRun time after the last call at which its load stops
   * @param preparingGraceOfRun after that the run is ended, while it is being prepared
   */
  public synchronized void runBegins(Duration leaseOfRun, Duration preparingGraceOfRun) {
    lease = leaseOfRun;
    preparingGrace = preparingGraceOfRun;
    preparing = true;
  }

  /** Consumers are created, possibly during a run: workers may wait for each other. */
  public synchronized void consumersAreMade() {
    preparing = true;
  }

  /** The preparation is over: from here on the shorter limit applies. */
  public synchronized void loadNears() {
    preparing = false;
  }

  private Duration limit() {
    return lease.plus(preparing ? preparingGrace : grace);
  }

  /** A call of the run begins; {@link #callEnds} must follow. */
  public synchronized void callBegins() {
    lastCallNanos = nanoTime.getAsLong();
    callsUnderWay++;
  }

  public synchronized void callEnds() {
    callsUnderWay--;
    lastCallNanos = nanoTime.getAsLong();
  }

  /**
   * Ends the run if its lease has expired. Atomic with the check, because otherwise a run that
   * begins in between would be ended instead.
   */
  public synchronized void look() {
    long silentNanos = nanoTime.getAsLong() - lastCallNanos;
    if (callsUnderWay == 0 && silentNanos > limit().toNanos()) {
      book.unfinished().ifPresent(this::end);
    }
  }

  private void end(String run) {
    String reason =
        "its lease expired and it ended the run: no call for " + limit().toSeconds() + " s";
    book.end(run, reason);
    LOG.warn("run {}: its lease expired; {}", run, reason);
    try {
      FinishReport report = worker.finish(false, FINISH_WITHIN);
      report.problems().forEach(line -> LOG.warn("run {}: {}", run, line));
    } catch (WorkerException e) {
      LOG.warn("run {}: {}", run, e.oneLine());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("run {} could not be ended", run, e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
