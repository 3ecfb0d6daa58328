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

  // The load continues: this part of the backlog is in flight.
  private static final long FEW_MESSAGES = 1_000;
  private static final long BACKLOG_SHARE = 1_000;

  static Stage of(Workload workload) {
    return new Stage(
        PhaseNames.BACKLOG_DRAIN,
        true,
        Optional.of(Script.longest(Script.backlogTest(workload), LEAST)),
        new BacklogDrainPhase());
  }

  @Override
  public void begin(LoadControl control) throws WorkerException, InterruptedException {
    control.resumeConsumers();
  }

  @Override
  public boolean reached(StageGoal goal) {
    long peak = goal.peakBacklog();
    TimelineBuilder now = goal.run().timeline();
    double left = (1 - goal.run().workload().consumers().backlogDrainRatio()) * peak;
    long underWay = Math.max(FEW_MESSAGES, peak / BACKLOG_SHARE) + now.inFlight();
    return now.backlog() <= Math.max((long) left, underWay);
  }

  @Override
  public boolean hopeless(StageGoal goal) {
    return goal.silent();
  }

  @Override
  public boolean hasLimitOnly() {
    return true;
  }
}
