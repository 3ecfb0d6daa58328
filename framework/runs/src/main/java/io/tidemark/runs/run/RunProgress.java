package io.tidemark.runs.run;

import io.tidemark.base.DaemonThreads;
import io.tidemark.coordinator.RunListener;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.runs.Console;
import io.tidemark.runs.Interruption;
import io.tidemark.runs.RunWatcher;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Prints events and notes of a run, has its results written, and informs the watcher. All but the
 * results is done in order on a separate thread: a terminal or pipe that accepts no output would
 * otherwise stop the run's thread, and with it the load.
 */
final class RunProgress implements RunListener, AutoCloseable {
  /** Events reported elsewhere, or only in the result. */
  private static final Set<String> QUIET = Set.of("PHASE", "NOTICE", "FIRST_SEND");

  /** Each client reports them, many times while a broker does not answer. */
  private static final Set<String> OF_CLIENTS =
      Set.of(
          "CONNECTION_LOST",
          "CONNECTION_RECOVERED",
          "CONSUMER_ERROR",
          "REPLY_ERROR",
          "SEND_ERROR",
          "UNCONFIRMED_FAILED");

  private static final long PAUSE_NANOS = 10_000_000_000L;

  /** Lines of a kind until clients pause: texts of one cause may differ, as in a partition. */
  private static final int FEW = 3;

  /** By kind. */
  private final Map<String, Reports> reported = new HashMap<>();

  /** What clients report without a longer pause. */
  private static final class Reports {
    private final Set<String> printed = new HashSet<>();
    private long lastEpochNanos;
  }

  private final Console console;
  private final Interruption interruption;
  private final Consumer<RunResult> measured;
  private final RunWatcher watcher;
  private final Duration closeWithin;
  private final ExecutorService output =
      Executors.newSingleThreadExecutor(DaemonThreads.named("progress"));

  /**
   * @param interruption has no deadline while results are made and written
   * @param measured writes the result of a run whose clients are still open
   * @param closeWithin how long {@link #close} waits for output that is not accepted
   */
  RunProgress(
      Console console,
      Interruption interruption,
      Consumer<RunResult> measured,
      RunWatcher watcher,
      Duration closeWithin) {
    this.console = console;
    this.interruption = interruption;
    this.measured = measured;
    this.watcher = watcher;
    this.closeWithin = closeWithin;
  }

  /** Waits until all is printed. */
  @Override
  public void close() {
    output.shutdown();
    try {
      boolean unused = output.awaitTermination(closeWithin.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void phaseStarted(String name, boolean measured, Optional<Duration> length) {
    output.execute(() -> watcher.phaseStarted(name, measured, length));
  }

  @Override
  public void sampleTaken(Sample sample, Totals totals) {
    output.execute(() -> watcher.sampleTaken(sample, totals));
  }

  /**
   * {@link #phaseStarted} reports phases; notices of the driver's file were printed when it was
   * checked.
   */
  @Override
  public void event(RunEvent event) {
    if (!QUIET.contains(event.kind())) {
      String line =
          "! %s %s: %s".formatted(event.kind(), event.subject(), event.text()).stripTrailing();
      output.execute(
          () -> {
            if (!repeats(event)) {
              console.note(line);
            }
            watcher.event(event);
          });
    }
  }

  /** Whether clients reported the same shortly before, or enough of this kind. */
  private boolean repeats(RunEvent event) {
    if (!OF_CLIENTS.contains(event.kind())) {
      return false;
    }
    Reports reports = reported.computeIfAbsent(event.kind(), any -> new Reports());
    if (event.epochNanos() - reports.lastEpochNanos >= PAUSE_NANOS) {
      reports.printed.clear();
    }
    reports.lastEpochNanos = event.epochNanos();
    return reports.printed.size() == FEW || !reports.printed.add(event.detail());
  }

  @Override
  public void composing() {
    output.execute(watcher::composing);
    interruption.writing();
  }

  @Override
  public void measured(RunResult result) {
    try {
      measured.accept(result);
    } finally {
      interruption.written();
    }
  }

  @Override
  public void note(String text) {
    output.execute(
        () -> {
          console.note(text);
          watcher.note(text);
        });
  }
}
