package io.tidemark.coordinator.stage;

import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.Workload;
import java.util.Optional;

/** Between fill and drain: until nothing is in flight. */
record SettlePhase() implements PhaseKind {
  static Stage of(Workload workload) {
    return new Stage(
        PhaseNames.SETTLE,
        false,
        Optional.of(workload.consumers().drainTimeout()),
        new SettlePhase());
  }

  @Override
  public void begin(LoadControl control) throws WorkerException, InterruptedException {
    control.stop();
  }

  @Override
  public boolean reached(StageProgress progress) {
    return progress.inFlight() == 0;
  }

  @Override
  public boolean onlyWaits() {
    return true;
  }
}
