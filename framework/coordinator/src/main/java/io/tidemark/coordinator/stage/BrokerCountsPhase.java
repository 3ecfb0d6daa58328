package io.tidemark.coordinator.stage;

import io.tidemark.coordinator.delivery.BrokerCounts;
import io.tidemark.model.workload.PhaseNames;
import java.util.Optional;

/** Until the broker's delayed statistics have caught up with the run's. */
public record BrokerCountsPhase() implements PhaseKind {
  public static Stage stage() {
    return new Stage(
        PhaseNames.BROKER_COUNTS,
        false,
        Optional.of(BrokerCounts.MOST_PATIENCE),
        new BrokerCountsPhase());
  }

  @Override
  public boolean reached(StageGoal goal) {
    RunContext run = goal.run();
    return run.counts().caughtUpWith(run.timeline().total(), run.now());
  }

  @Override
  public boolean hopeless(StageGoal goal) {
    return goal.run().counts().over(goal.run().now());
  }
}
