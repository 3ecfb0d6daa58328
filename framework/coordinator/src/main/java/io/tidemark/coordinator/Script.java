package io.tidemark.coordinator;

import io.tidemark.coordinator.Stage.Action;
import io.tidemark.coordinator.Stage.Until;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.ProducerRate;
import io.tidemark.model.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The stages of a run by its pattern, and the load's schedule.
 *
 * @param stages in order
 * @param schedule rate and processing time over the stages
 * @param backlog whether it is OMB's backlog mode
 */
record Script(List<Stage> stages, LoadSchedule schedule, boolean backlog) {

  private static final Duration LEAST_BUILD = Duration.ofMinutes(1);
  private static final Duration LEAST_DRAIN = Duration.ofHours(1);
  private static final Duration AFTER_LAST_REPLY = Duration.ofSeconds(1);
  private static final Duration UNTIL_INTERRUPTED = Duration.ofHours(1);

  Script {
    stages = List.copyOf(stages);
  }

  static Script of(Workload workload) {
    if (workload.pattern() == Pattern.FILL_THEN_DRAIN) {
      return fillThenDrain(workload);
    }
    return workload.consumers().backlogSizeBytes() > 0 ? backlog(workload) : steady(workload);
  }

  private static Script steady(Workload workload) {
    LoadSchedule schedule = LoadSchedule.of(workload);
    Until until = workload.load().messageLimit() > 0 ? Until.MESSAGES_SENT : Until.TIME;
    until = workload.pattern() == Pattern.CONSUME_ONLY ? Until.READ : until;
    List<Stage> stages = new ArrayList<>();
    for (LoadSchedule.Stretch stretch : schedule.stretches()) {
      stages.add(Stage.timed(stretch.name(), stretch.measured(), stretch.length(), until));
    }
    if (workload.pattern() == Pattern.CONSUME_ONLY) {
      // Not before: what is stored comes at once, and would belong to no phase.
      stages.set(0, stages.get(0).withStart(Action.CREATE_CONSUMERS));
    } else {
      stages.add(finalDrain(workload));
    }
    return new Script(stages, schedule, false);
  }

  /** OMB's backlog mode, its states as stages: the load goes on all the while. */
  private static Script backlog(Workload workload) {
    LoadSchedule schedule = LoadSchedule.of(workload);
    Duration test = workload.time().test().orElse(UNTIL_INTERRUPTED);
    List<Stage> stages = new ArrayList<>();
    if (!workload.time().warmup().isZero()) {
      stages.add(
          Stage.timed(
              PhaseNames.WARM_UP, false, Optional.of(workload.time().warmup()), Until.TIME));
    }
    stages.add(
        new Stage(
            PhaseNames.BACKLOG_BUILD,
            true,
            Optional.of(longest(test, buildLimit(workload))),
            Until.BACKLOG_BUILT,
            Optional.of(workload.consumers().drainTimeout()),
            Action.PAUSE_CONSUMERS));
    stages.add(
        new Stage(
            PhaseNames.BACKLOG_DRAIN,
            true,
            Optional.of(longest(test, LEAST_BUILD)),
            Until.BACKLOG_DRAINED,
            Optional.of(workload.consumers().drainTimeout()),
            Action.RESUME_CONSUMERS));
    stages.add(Stage.timed(LoadSchedule.TEST, true, workload.time().test(), Until.TIME));
    stages.add(finalDrain(workload));
    return new Script(stages, schedule, true);
  }

  /** No warm-up: what it sent would be part of the fill. */
  private static Script fillThenDrain(Workload workload) {
    boolean open = workload.time().phases().isEmpty() && workload.time().test().isEmpty();
    LoadSchedule schedule = LoadSchedule.of(workload);
    Until until = workload.load().messageLimit() > 0 ? Until.MESSAGES_SENT : Until.TIME;
    Duration planned =
        schedule.stretches().stream()
            .flatMap(stretch -> stretch.length().stream())
            .reduce(Duration.ZERO, Duration::plus);
    Stage fill =
        Stage.timed(PhaseNames.FILL, true, open ? Optional.empty() : Optional.of(planned), until);
    Stage settle =
        new Stage(
            PhaseNames.SETTLE,
            false,
            Optional.of(workload.consumers().drainTimeout()),
            Until.SETTLED,
            Optional.empty(),
            Action.STOP_LOAD);
    Stage drain =
        new Stage(
            PhaseNames.DRAIN,
            true,
            Optional.of(longest(planned.multipliedBy(10), LEAST_DRAIN)),
            Until.RECEIVED,
            Optional.of(workload.consumers().drainTimeout()),
            Action.CREATE_CONSUMERS);
    return new Script(List.of(fill, settle, drain), schedule, false);
  }

  /** Long enough for the last request to be answered or given up. */
  private static Stage finalDrain(Workload workload) {
    Duration replies =
        workload
            .requestReply()
            .map(spec -> spec.replyTimeout().plus(AFTER_LAST_REPLY))
            .orElse(Duration.ZERO);
    return new Stage(
        PhaseNames.DRAIN,
        false,
        Optional.of(longest(workload.consumers().drainTimeout(), replies)),
        Until.RECEIVED,
        Optional.of(longest(workload.consumers().drainTimeout().dividedBy(2), replies)),
        Action.STOP_LOAD);
  }

  /** What follows when the broker counts too; its figures lag behind. */
  static Stage brokerCounts() {
    return Stage.timed(
        PhaseNames.BROKER_COUNTS, false, Optional.of(BrokerCounts.MOST_PATIENCE), Until.COUNTED);
  }

  /** Index of the stage with which the load stops; the number of stages when there is none. */
  int stopStage() {
    for (int i = 0; i < stages.size(); i++) {
      if (stages.get(i).atStart() == Action.STOP_LOAD) {
        return i;
      }
    }
    return stages.size();
  }

  /** Whether a stage lasts for what building and draining a backlog left of the test. */
  boolean isRestOfTest(Stage stage) {
    return backlog && stage.name().equals(LoadSchedule.TEST) && stage.length().isPresent();
  }

  private static Duration buildLimit(Workload workload) {
    if (!(workload.load().rate() instanceof ProducerRate.OpenLoop open)) {
      return LEAST_BUILD.multipliedBy(30);
    }
    double perSecond =
        open.ratePerSecond() * Math.max(1, workload.destinations().subscriptionsPerTopic());
    long seconds = (long) (2 * workload.backlogMessages() / perSecond);
    return LEAST_BUILD.plusSeconds(seconds);
  }

  private static Duration longest(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
