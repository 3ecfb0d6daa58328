package io.tidemark.coordinator;

import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.TelemetrySample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Receives the progress of a run on the run's thread: slow methods delay samples. All methods do
 * nothing by default.
 */
public interface RunListener {
  /** Listens to nothing. */
  RunListener SILENT = new RunListener() {};

  /**
   * Where the run stands after a sample.
   *
   * @param phaseElapsed since the phase began; never more than its length, however late the sample
   * @param phaseLength planned length of the phase; empty when a condition ends it
   * @param counters of the whole run so far, warm-up included
   */
  record Totals(Duration phaseElapsed, Optional<Duration> phaseLength, Counters counters) {}

  /** A phase begins. */
  default void phaseStarted(String name, boolean measured, Optional<Duration> length) {}

  /** An interval is over. */
  default void sampleTaken(Sample sample, Totals totals) {}

  /** Something happened on a worker, the broker or the run itself. */
  default void event(RunEvent event) {}

  /** A reading of the broker's telemetry that the result keeps, in the coordinator's time. */
  default void reading(TelemetrySample reading) {}

  /**
   * What happened to traced messages.
   *
   * @param runId of the run that sent them: a class of a workload has its own
   * @param traced in the coordinator's time
   * @param topics to which producers send, by their index
   */
  default void traced(String runId, MessageSpans traced, Map<Integer, String> topics) {}

  /**
   * Events that the listener itself adds to the timeline, each once; asked for when the result is
   * about to be built.
   */
  default List<RunEvent> ownEvents() {
    return List.of();
  }

  /** The result is about to be built: after the last measurement, and again at the end. */
  default void composing() {}

  /**
   * All is measured, and the clients are still open. Save the result now, because closing clients
   * may hang. The final result may differ in the verdict and in the results of closing.
   */
  default void measured(RunResult result) {}

  /** What the run is doing, one line. */
  default void note(String text) {}
}
