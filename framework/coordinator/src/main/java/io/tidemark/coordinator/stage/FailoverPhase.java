package io.tidemark.coordinator.stage;

import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.PhaseNames;
import java.util.Optional;

/** The first site fails, and its standby is promoted. Each step has a deadline. */
record FailoverPhase() implements PhaseKind {
  static Stage stage() {
    return new Stage(PhaseNames.FAILOVER, false, Optional.empty(), new FailoverPhase());
  }

  @Override
  public void begin(LoadControl control) throws WorkerException, InterruptedException {
    control.stop();
    control.failOver();
  }

  @Override
  public boolean reached(StageProgress progress) {
    return progress.run().failover().isOver();
  }

  @Override
  public boolean isSkippedAfterAbort() {
    return true;
  }
}
