package io.tidemark.coordinator.stage;

import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.Workload;
import java.time.Duration;
import java.util.Optional;

/**
 * Until nothing is in flight, and every subscription has received what was acknowledged.
 *
 * @param isLast whether the load stops when it begins; else consumers are made, after a fill
 * @param patience after such a silence it ends
 */
public record DrainPhase(boolean isLast, Duration patience) implements PhaseKind {
  private static final Duration LEAST_AFTER_FILL = Duration.ofHours(1);
  private static final Duration AFTER_LAST_REPLY = Duration.ofSeconds(1);

  /** At the end: long enough for the last request to be answered or given up. */
  public static Stage atEnd(Workload workload) {
    Duration timeout = workload.consumers().drainTimeout();
    Duration replies =
        workload
            .requestReply()
            .map(RequestReplySpec::replyTimeout)
            .map(AFTER_LAST_REPLY::plus)
            .orElse(Duration.ZERO);
    return new Stage(
        PhaseNames.DRAIN,
        false,
        Optional.of(Stage.longest(timeout, replies)),
        new DrainPhase(true, Stage.longest(timeout.dividedBy(2), replies)));
  }

  static Stage afterFill(Workload workload, Duration fill) {
    return new Stage(
        PhaseNames.DRAIN,
        true,
        Optional.of(Stage.longest(fill.multipliedBy(10), LEAST_AFTER_FILL)),
        new DrainPhase(false, workload.consumers().drainTimeout()));
  }

  @Override
  public void begin(LoadControl control) throws WorkerException, InterruptedException {
    if (isLast) {
      control.stop();
    } else {
      control.createConsumers();
    }
  }

  @Override
  public boolean reached(StageProgress progress) {
    return progress.received();
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
    return !isLast;
  }
}
