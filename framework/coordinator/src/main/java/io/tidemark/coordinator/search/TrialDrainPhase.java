package io.tidemark.coordinator.search;

import io.tidemark.coordinator.stage.LoadControl;
import io.tidemark.coordinator.stage.PhaseKind;
import io.tidemark.coordinator.stage.Stage;
import io.tidemark.coordinator.stage.StageProgress;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.LoadSchedule;
import java.time.Duration;
import java.util.Optional;

/**
 * After a trial: what is due and was not sent is dropped; ends when nothing is outstanding except
 * messages that earlier trials lost.
 *
 * @param lostBefore messages
 * @param patience after such a silence it ends
 */
record TrialDrainPhase(long lostBefore, Duration patience) implements PhaseKind {
  static final Duration LONGEST = Duration.ofMinutes(2);

  static Stage of(String name, long lostBefore, Duration patience) {
    return new Stage(name, false, Optional.of(LONGEST), new TrialDrainPhase(lostBefore, patience));
  }

  @Override
  public void begin(LoadControl control) throws WorkerException, InterruptedException {
    control.begin(LoadSchedule.IDLE, control.now());
  }

  @Override
  public boolean reached(StageProgress progress) {
    return progress.received()
        || lostBefore > 0
            && progress.inFlight() == 0
            && progress.run().timeline().backlog() <= lostBefore
            && progress.run().ledger().missing() <= lostBefore;
  }

  @Override
  public boolean hopeless(StageProgress progress) {
    return progress.silentFor(patience);
  }

  @Override
  public boolean onlyWaits() {
    return true;
  }

  @Override
  public boolean hasLimitOnly() {
    return true;
  }
}
