package io.tidemark.cli;

import io.tidemark.coordinator.RunListener;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.report.ProgressLine;
import io.tidemark.report.ProgressLog;
import io.tidemark.report.TerminalStyle;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Prints the progress of a run: a line every second on a terminal, every 10 s otherwise. */
final class RunProgress implements RunListener {
  /** Events reported elsewhere, or only in the result. */
  private static final Set<String> QUIET = Set.of("PHASE", "NOTICE", "FIRST_SEND");

  private static final Duration LOG_INTERVAL = Duration.ofSeconds(10);

  private final Console console;
  private final Interruption interruption;
  private final Consumer<RunResult> measured;
  private final ProgressLog log = new ProgressLog(LOG_INTERVAL);

  /**
   * @param interruption has no deadline while results are made and written
   * @param measured writes the result of a run whose clients are still open
   */
  RunProgress(Console console, Interruption interruption, Consumer<RunResult> measured) {
    this.console = console;
    this.interruption = interruption;
    this.measured = measured;
  }

  @Override
  public void phaseStarted(String name, boolean measured, Optional<Duration> length) {
    flush();
  }

  @Override
  public void sampleTaken(Sample sample, Totals totals) {
    if (console.interactive()) {
      TerminalStyle style = console.style();
      console.note(ProgressLine.of(sample, totals.phaseElapsed(), totals.phaseLength(), style));
    } else {
      log.accept(sample, totals.phaseElapsed(), totals.phaseLength()).forEach(console::note);
    }
  }

  /**
   * {@link #phaseStarted} reports phases; notices of the driver's file were printed when it was
   * checked.
   */
  @Override
  public void event(RunEvent event) {
    if (!QUIET.contains(event.kind())) {
      console.note(
          "! %s %s: %s".formatted(event.kind(), event.subject(), event.detail()).stripTrailing());
    }
  }

  @Override
  public void composing() {
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
    console.note(text);
  }

  /** Collected samples that have not been printed. */
  void flush() {
    log.flush().ifPresent(console::note);
  }
}
