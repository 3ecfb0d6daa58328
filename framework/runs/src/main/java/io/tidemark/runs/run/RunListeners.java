package io.tidemark.runs.run;

import io.tidemark.coordinator.RunListener;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.TelemetrySample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Passes the course of a run on to its output, and to the hooks of features. */
record RunListeners(RunProgress progress, RunHooks hooks) implements RunListener {

  @Override
  public void phaseStarted(String name, boolean measured, Optional<Duration> length) {
    progress.phaseStarted(name, measured, length);
    hooks.phaseStarted(name, measured, length);
  }

  @Override
  public void sampleTaken(Sample sample, Totals totals) {
    progress.sampleTaken(sample, totals);
    hooks.sampleTaken(sample, totals);
  }

  @Override
  public void event(RunEvent event) {
    progress.event(event);
    hooks.event(event);
  }

  @Override
  public void reading(TelemetrySample reading) {
    hooks.reading(reading);
  }

  @Override
  public void traced(String runId, MessageSpans traced, Map<Integer, String> topics) {
    hooks.traced(runId, traced, topics);
  }

  @Override
  public List<RunEvent> ownEvents() {
    return hooks.ownEvents();
  }

  @Override
  public void composing() {
    progress.composing();
  }

  @Override
  public void measured(RunResult result) {
    progress.measured(result);
  }

  @Override
  public void note(String text) {
    progress.note(text);
  }
}
