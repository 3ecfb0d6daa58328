package io.tidemark.http;

import io.tidemark.model.worker.DaemonThreads;
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
 * Ends a run whose coordinator is gone. Its load has stopped by its lease before; this closes
 * producers, consumers and driver, so that the worker holds nothing of it. For all threads; a call
 * that comes meanwhile, of this run or the next, waits until that has been done.
 */
final class LeaseWatchdog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseWatchdog.class);
  private static final Duration FINISH_WITHIN = Duration.ofSeconds(30);

  /** While a run is prepared, one worker may long wait for what is made on another. */
  static final Duration PREPARING_GRACE = Duration.ofSeconds(130);

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

  LeaseWatchdog(Worker worker, IdempotentCommands book, Duration grace) {
    this(worker, book, grace, System::nanoTime);
  }

  LeaseWatchdog(Worker worker, IdempotentCommands book, Duration grace, LongSupplier nanoTime) {
    this.worker = worker;
    this.book = book;
    this.grace = grace;
    this.nanoTime = nanoTime;
    this.lastCallNanos = nanoTime.getAsLong();
  }

  void watch() {
    timer.scheduleWithFixedDelay(this::look, 500, 500, TimeUnit.MILLISECONDS);
  }

  /**
   * @param leaseOfRun so long after the last call its load stops
   * @param preparingGraceOfRun after that the run is ended, while it is being prepared
   */
  synchronized void runBegins(Duration leaseOfRun, Duration preparingGraceOfRun) {
    lease = leaseOfRun;
    preparingGrace = preparingGraceOfRun;
    preparing = true;
  }

  /** Consumers are made, perhaps in the middle of a run: again one may wait for another. */
  synchronized void consumersAreMade() {
    preparing = true;
  }

  /** The preparation is over: from here on a silent coordinator is a dead one. */
  synchronized void loadNears() {
    preparing = false;
  }

  private Duration limit() {
    return lease.plus(preparing ? preparingGrace : grace);
  }

  /** A call of the run begins; {@link #callEnds} must follow. */
  synchronized void callBegins() {
    lastCallNanos = nanoTime.getAsLong();
    callsUnderWay++;
  }

  synchronized void callEnds() {
    callsUnderWay--;
    lastCallNanos = nanoTime.getAsLong();
  }

  /**
   * Ends the run if it has been silent for too long. One step with the look at it: a run that
   * begins in between would be ended in its place, for a worker ends the run that it has.
   */
  synchronized void look() {
    long silentNanos = nanoTime.getAsLong() - lastCallNanos;
    if (callsUnderWay == 0 && silentNanos > limit().toNanos()) {
      book.unfinished().ifPresent(this::end);
    }
  }

  private void end(String run) {
    String reason = "it ended the run by itself: no call for " + limit().toSeconds() + " s";
    book.end(run, reason);
    LOG.warn("run {}: its coordinator is gone; {}", run, reason);
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
