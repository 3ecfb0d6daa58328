package io.tidemark.coordinator.search;

import io.tidemark.coordinator.stage.LoadControl;
import io.tidemark.coordinator.stage.TimeOnlyPhase;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.LoadSchedule;

/**
 * Before another schedule: long enough that all workers know of it when it begins.
 *
 * @param next the schedule
 * @param nextEpochNanos when it begins
 */
record PausePhase(LoadSchedule next, long nextEpochNanos) implements TimeOnlyPhase {
  @Override
  public void begin(LoadControl control) throws WorkerException, InterruptedException {
    control.begin(next, nextEpochNanos);
  }
}
