package io.tidemark.coordinator.stage;

import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.LoadSchedule.Stretch;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The stages of a run by its pattern, and the load's schedule. A search has other stages.
 *
 * @param stages in order
 * @param stopStage index of the stage with which the load stops; their number when there is none
 * @param schedule rate and processing time over the stages
 */
public record Script(List<Stage> stages, int stopStage, LoadSchedule schedule) {
  public Script {
    stages = List.copyOf(stages);
  }

  public static Script of(Workload workload) {
    LoadSchedule schedule = LoadSchedule.of(workload);
    if (workload.pattern() == Pattern.CONSUME_ONLY) {
      List<Stage> stages = read(schedule);
      return new Script(stages, stages.size(), schedule);
    }
    if (workload.pattern().fillsFirst()) {
      return new Script(fillThenDrain(workload, schedule), 1, schedule);
    }
    boolean backlog = workload.consumers().backlogSizeBytes() > 0;
    List<Stage> stages = backlog ? backlog(workload) : steady(workload, schedule);
    stages.add(DrainPhase.atEnd(workload));
    return new Script(stages, stages.size() - 1, schedule);
  }

  private static List<Stage> steady(Workload workload, LoadSchedule schedule) {
    List<Stage> stages = new ArrayList<>();
    for (Stretch stretch : schedule.stretches()) {
      PhaseKind kind =
          workload.time().isWarmupAuto() && !stretch.measured()
              ? new WarmUpPhase()
              : underLoad(workload);
      stages.add(new Stage(stretch.name(), stretch.measured(), stretch.length(), kind));
    }
    return stages;
  }

  private static PhaseKind underLoad(Workload workload) {
    return workload.limits().messageLimit() > 0 ? new MessageLimitPhase() : new TimedPhase(false);
  }

  private static List<Stage> read(LoadSchedule schedule) {
    List<Stage> stages = new ArrayList<>();
    for (Stretch stretch : schedule.stretches()) {
      PhaseKind kind = new ReadPhase(stages.isEmpty(), stretch.length().isPresent());
      stages.add(new Stage(stretch.name(), stretch.measured(), stretch.length(), kind));
    }
    return stages;
  }

  /** OMB's backlog mode, its states as stages, with continuous load. */
  private static List<Stage> backlog(Workload workload) {
    List<Stage> stages = new ArrayList<>();
    Duration warmup = workload.time().warmup();
    if (!warmup.isZero()) {
      stages.add(new Stage(PhaseNames.WARM_UP, false, Optional.of(warmup), new TimedPhase(false)));
    }
    stages.add(BacklogBuildPhase.of(workload));
    stages.add(BacklogDrainPhase.of(workload));
    stages.add(new Stage(LoadSchedule.TEST, true, workload.time().test(), new TimedPhase(true)));
    return stages;
  }

  /** No warm-up: its messages would be part of the fill. */
  private static List<Stage> fillThenDrain(Workload workload, LoadSchedule schedule) {
    Duration planned =
        schedule.stretches().stream()
            .flatMap(stretch -> stretch.length().stream())
            .reduce(Duration.ZERO, Duration::plus);
    Optional<Duration> length = workload.isOpen() ? Optional.empty() : Optional.of(planned);
    return List.of(
        new Stage(PhaseNames.FILL, true, length, underLoad(workload)),
        workload.pattern() == Pattern.FAILOVER ? FailoverPhase.stage() : SettlePhase.of(workload),
        DrainPhase.afterFill(workload, planned));
  }
}
