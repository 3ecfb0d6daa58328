package io.tidemark.coordinator.stage;

import io.tidemark.coordinator.timeline.TimelineBuilder;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.Workload;
import java.time.Duration;
import java.util.Optional;

/** Until the given share of the backlog is consumed, with active producers. */
record BacklogDrainPhase() implements PhaseKind {
  static final Duration LEAST = Duration.ofMinutes(1);
  private static final Duration UNTIL_INTERRUPTED = Duration.ofHours(1);

  // The load continues: this part of the backlog is in flight.
  private static final long FEW_MESSAGES = 1_000;
  private static final long BACKLOG_SHARE = 1_000;

  static Stage of(Workload workload) {
    return new Stage(
        PhaseNames.BACKLOG_DRAIN,
        true,
        Optional.of(Stage.longest(BacklogDrainPhase.longestTest(workload), LEAST)),
        new BacklogDrainPhase());
  }

  /** The test, if it has a length: it limits building and draining. */
  static Duration longestTest(Workload workload) {
    return workload.time().test().orElse(UNTIL_INTERRUPTED);
  }

  @Override
  public void begin(LoadControl control) throws WorkerException, InterruptedException {
    control.resumeConsumers();
  }

  @Override
  public boolean reached(StageProgress progress) {
    long peak = progress.peakBacklog();
    TimelineBuilder now = progress.run().timeline();
    double left = (1 - progress.run().workload().consumers().backlogDrainRatio()) * peak;
    long underWay = Math.max(FEW_MESSAGES, peak / BACKLOG_SHARE) + now.inFlight();
    return now.backlog() <= Math.max((long) left, underWay);
  }

  @Override
  public boolean hopeless(StageProgress progress) {
    return progress.silent();
  }

  @Override
  public boolean hasLimitOnly() {
    return true;
  }
}
