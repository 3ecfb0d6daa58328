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
  public boolean reached(StageProgress progress) {
    RunContext run = progress.run();
    return run.counts().caughtUpWith(run.timeline().total(), run.now());
  }

  @Override
  public boolean hopeless(StageProgress progress) {
    return progress.run().counts().over(progress.run().now());
  }
}
