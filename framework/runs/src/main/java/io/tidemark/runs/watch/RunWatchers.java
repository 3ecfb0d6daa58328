package io.tidemark.runs.watch;

import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.RunWatcher;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Several watchers as one. A watcher that fails is reported and left out; the run continues. */
public final class RunWatchers implements RunWatcher {
  private final List<RunWatcher> watchers;
  private final Consumer<String> errors;

  public RunWatchers(List<RunWatcher> watchers, Consumer<String> errors) {
    this.watchers = new ArrayList<>(watchers);
    this.errors = errors;
  }

  private void each(Consumer<RunWatcher> call) {
    for (RunWatcher watcher : List.copyOf(watchers)) {
      try {
        call.accept(watcher);
      } catch (RuntimeException e) {
        watchers.remove(watcher);
        errors.accept(
            "WARNING the %s failed and is not continued: %s"
                .formatted(watcher.getClass().getSimpleName(), e));
      }
    }
  }

  @Override
  public void planned(List<PlannedRun> runs) {
    each(watcher -> watcher.planned(runs));
  }

  @Override
  public void added(List<PlannedRun> runs) {
    each(watcher -> watcher.added(runs));
  }

  @Override
  public void starts(PlannedRun run) {
    each(watcher -> watcher.starts(run));
  }

  @Override
  public void phaseStarted(String name, boolean measured, Optional<Duration> length) {
    each(watcher -> watcher.phaseStarted(name, measured, length));
  }

  @Override
  public void sampleTaken(Sample sample, Totals totals) {
    each(watcher -> watcher.sampleTaken(sample, totals));
  }

  @Override
  public void event(RunEvent event) {
    each(watcher -> watcher.event(event));
  }

  @Override
  public void note(String text) {
    each(watcher -> watcher.note(text));
  }

  @Override
  public void composing() {
    each(RunWatcher::composing);
  }

  @Override
  public void ended(RunOutcome outcome) {
    each(watcher -> watcher.ended(outcome));
  }

  /** Closes all of them, and throws the first error. */
  @Override
  public void close() throws IOException {
    Optional<IOException> first = Optional.empty();
    for (RunWatcher watcher : watchers) {
      try {
        watcher.close();
      } catch (IOException e) {
        first = first.or(() -> Optional.of(e));
      }
    }
    if (first.isPresent()) {
      throw first.get();
    }
  }
}
