package io.tidemark.http.server;

import io.tidemark.base.DaemonThreads;
import io.tidemark.base.SystemClock;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.Operation.Stage;
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
  private final IdempotentCommands commands;
  private final Duration grace;
  private final LongSupplier nanoTime;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("worker-lease"));
  private Duration lease = Duration.ofSeconds(30);
  private Duration preparingGrace = PREPARING_GRACE;
  private boolean preparing = true;
  private int callsUnderWay;
  private long lastCallNanos;

  public LeaseWatchdog(Worker worker, IdempotentCommands commands, Duration grace) {
    this(worker, commands, grace, SystemClock.get()::nanoTime);
  }

  public LeaseWatchdog(
      Worker worker, IdempotentCommands commands, Duration grace, LongSupplier nanoTime) {
    this.worker = worker;
    this.commands = commands;
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

  /** A stage that may begin during a run too: joining consumers wait for other workers. */
  public synchronized void enters(Stage stage) {
    preparing = stage == Stage.UNCHANGED ? preparing : stage == Stage.PREPARATION;
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
      commands.unfinished().ifPresent(this::end);
    }
  }

  private void end(String run) {
    String reason =
        "its lease expired and it ended the run: no call for " + limit().toSeconds() + " s";
    commands.end(run, reason);
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
