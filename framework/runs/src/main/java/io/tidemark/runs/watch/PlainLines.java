package io.tidemark.runs.watch;

import io.tidemark.model.result.Sample;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.report.text.ProgressLog;
import io.tidemark.runs.RunWatcher;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** A line of progress every 10 s, and at the end of each phase, except between trials. */
public final class PlainLines implements RunWatcher {
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final Consumer<String> lines;
  private final ProgressLog log = new ProgressLog(INTERVAL);

  public PlainLines(Consumer<String> lines) {
    this.lines = lines;
  }

  @Override
  public void phaseStarted(String name, boolean measured, Optional<Duration> length) {
    flush();
  }

  @Override
  public void sampleTaken(Sample sample, Totals totals) {
    if (!PhaseNames.isBetweenTrials(sample.phase())) {
      log.accept(sample, totals.phaseElapsed(), totals.phaseLength()).forEach(lines);
    }
  }

  @Override
  public void composing() {
    flush();
  }

  @Override
  public void ended(RunOutcome outcome) {
    flush();
  }

  private void flush() {
    log.flush().ifPresent(lines);
  }
}
