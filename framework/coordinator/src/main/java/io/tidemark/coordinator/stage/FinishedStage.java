package io.tidemark.coordinator.stage;

import io.tidemark.coordinator.timeline.PhaseSpan;
import io.tidemark.coordinator.timeline.TimelineBuilder;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.workload.PhaseScale;

/**
 * A stage that has ended.
 *
 * @param conditionMet whether its end condition was met, not only its length over
 * @param endBacklog messages that were acknowledged and not received when it ended
 */
public record FinishedStage(Stage stage, PhaseSpan span, boolean conditionMet, long endBacklog) {
  public long startEpochNanos() {
    return span.startEpochNanos();
  }

  public long lengthNanos() {
    return span.lengthNanos();
  }

  /** Its phase in the result. */
  public PhaseResult result(TimelineBuilder timeline, PhaseScale scale) {
    return timeline.result(span, scale);
  }
}
