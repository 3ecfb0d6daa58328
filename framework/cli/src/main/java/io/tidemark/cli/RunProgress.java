package io.tidemark.cli;

import io.tidemark.cli.live.RunWatcher;
import io.tidemark.coordinator.RunListener;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Prints events and notes of a run, has its results written, and informs the watcher. */
final class RunProgress implements RunListener {
  /** Events reported elsewhere, or only in the result. */
  private static final Set<String> QUIET = Set.of("PHASE", "NOTICE", "FIRST_SEND");

  private final Console console;
  private final Interruption interruption;
  private final Consumer<RunResult> measured;
  private final RunWatcher watcher;

  /**
   * @param interruption has no deadline while results are made and written
   * @param measured writes the result of a run whose clients are still open
   */
  RunProgress(
      Console console,
      Interruption interruption,
      Consumer<RunResult> measured,
      RunWatcher watcher) {
    this.console = console;
    this.interruption = interruption;
    this.measured = measured;
    this.watcher = watcher;
  }

  @Override
  public void phaseStarted(String name, boolean measured, Optional<Duration> length) {
    watcher.phaseStarted(name, measured, length);
  }

  @Override
  public void sampleTaken(Sample sample, Totals totals) {
    watcher.sampleTaken(sample, totals);
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
      watcher.event(event);
    }
  }

  @Override
  public void composing() {
    watcher.composing();
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
    watcher.note(text);
  }
}
