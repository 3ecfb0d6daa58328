package io.tidemark.runs.watch;

import io.tidemark.base.Clock;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.RunWatcher;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Shows progress, which another thread may read: its lock is that of the view. */
public abstract class ProgressView implements RunWatcher {
  public final Progress progress;

  public ProgressView(Clock clock) {
    this.progress = new Progress(clock);
  }

  /** There is something new to show. Called with the lock. */
  protected void changed() {}

  @Override
  public synchronized void planned(List<PlannedRun> runs) {
    progress.planned(runs);
    changed();
  }

  @Override
  public synchronized void added(List<PlannedRun> runs) {
    progress.added(runs);
    changed();
  }

  @Override
  public synchronized void starts(PlannedRun run) {
    progress.starts(run);
    changed();
  }

  @Override
  public synchronized void phaseStarted(String name, boolean measured, Optional<Duration> length) {
    progress.phaseStarted(name, measured, length);
    changed();
  }

  @Override
  public synchronized void sampleTaken(Sample sample, Totals totals) {
    progress.sampleTaken(sample, totals);
    changed();
  }

  @Override
  public synchronized void event(RunEvent event) {
    progress.event(event);
    changed();
  }

  @Override
  public synchronized void note(String text) {
    progress.note(text);
    changed();
  }

  @Override
  public synchronized void composing() {
    progress.composing();
    changed();
  }

  @Override
  public synchronized void ended(RunOutcome outcome) {
    progress.ended(outcome);
    changed();
  }
}
