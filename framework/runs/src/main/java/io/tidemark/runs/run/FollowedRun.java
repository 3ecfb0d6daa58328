package io.tidemark.runs.run;

import io.tidemark.coordinator.RunListener;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.runs.otlp.OtlpExport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Passes the course of a run on to its output, and to its export if there is one. */
record FollowedRun(RunProgress progress, Optional<OtlpExport> export)
    implements RunListener, AutoCloseable {

  /** The run is over. */
  RunResult ended(RunResult result) {
    export.ifPresent(each -> each.finished(result));
    return result;
  }

  /** The output is closed by its owner. */
  @Override
  public void close() {
    export.ifPresent(OtlpExport::close);
  }

  @Override
  public void phaseStarted(String name, boolean measured, Optional<Duration> length) {
    progress.phaseStarted(name, measured, length);
    export.ifPresent(each -> each.phaseStarted(name, measured, length));
  }

  @Override
  public void sampleTaken(Sample sample, Totals totals) {
    progress.sampleTaken(sample, totals);
    export.ifPresent(each -> each.sampleTaken(sample, totals));
  }

  @Override
  public void event(RunEvent event) {
    progress.event(event);
    export.ifPresent(each -> each.event(event));
  }

  @Override
  public void reading(TelemetrySample reading) {
    export.ifPresent(each -> each.reading(reading));
  }

  @Override
  public void traced(String runId, MessageSpans traced, Map<Integer, String> topics) {
    export.ifPresent(each -> each.traced(runId, traced, topics));
  }

  @Override
  public List<RunEvent> ownEvents() {
    return export.map(OtlpExport::ownEvents).orElse(List.of());
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
