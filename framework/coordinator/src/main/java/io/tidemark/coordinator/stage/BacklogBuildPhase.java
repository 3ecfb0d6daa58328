package io.tidemark.coordinator.stage;

import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.Workload;
import java.time.Duration;
import java.util.Optional;

/** Consumers are paused until the backlog of the workload is reached. */
record BacklogBuildPhase() implements PhaseKind {
  private static final int CLOSED_LOOP_FACTOR = 30;

  static Stage of(Workload workload) {
    Duration limit = Stage.longest(BacklogDrainPhase.longestTest(workload), limit(workload));
    return new Stage(PhaseNames.BACKLOG_BUILD, true, Optional.of(limit), new BacklogBuildPhase());
  }

  private static Duration limit(Workload workload) {
    Optional<Double> sentPerSecond = workload.load().ratePerSecond();
    if (sentPerSecond.isEmpty()) {
      return BacklogDrainPhase.LEAST.multipliedBy(CLOSED_LOOP_FACTOR);
    }
    int subscriptions = Math.max(1, workload.destinations().subscriptionsPerTopic());
    double perSecond = sentPerSecond.get() * subscriptions;
    return BacklogDrainPhase.LEAST.plusSeconds((long) (2 * workload.backlogMessages() / perSecond));
  }

  @Override
  public void begin(LoadControl control) throws WorkerException, InterruptedException {
    control.pauseConsumers();
  }

  @Override
  public boolean reached(StageProgress progress) {
    return progress.run().timeline().backlog() >= progress.run().workload().backlogMessages();
  }

  @Override
  public boolean hopeless(StageProgress progress) {
    return progress.silent();
  }
}
