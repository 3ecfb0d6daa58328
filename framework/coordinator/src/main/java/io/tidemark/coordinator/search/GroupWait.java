package io.tidemark.coordinator.search;

import io.tidemark.coordinator.group.Agreement;
import io.tidemark.coordinator.stage.PhaseKind;
import io.tidemark.coordinator.stage.Stage;
import io.tidemark.coordinator.stage.StageProgress;
import java.time.Duration;
import java.util.Optional;

/**
 * After a trial, until the runs of all traffic classes have judged it. A stage, because workers end
 * a load whose coordinator is silent.
 */
record GroupWait(Agreement<?> agreement) implements PhaseKind {

  /**
   * @param trial length of a trial: another class may be at its beginning
   */
  static Stage of(String name, Agreement<?> agreement, Duration trial) {
    return new Stage(
        name,
        false,
        Optional.of(trial.plus(TrialDrainPhase.LONGEST.multipliedBy(2))),
        new GroupWait(agreement));
  }

  @Override
  public boolean reached(StageProgress progress) {
    return agreement.isBroken() || agreement.all().isPresent();
  }

  @Override
  public boolean hasLimitOnly() {
    return true;
  }
}
