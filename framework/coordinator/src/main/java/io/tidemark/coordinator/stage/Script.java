package io.tidemark.coordinator.stage;

import io.tidemark.model.result.Sample;
import io.tidemark.model.worker.WorkerException;
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
      return BacklogDrainPhase.LEAST.plusSeconds(
          (long) (2 * workload.backlogMessages() / perSecond));
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

  /**
   * Until every message of the limit was due, every producer has sent its share, and all sends have
   * ended or timed out. It is as long as its messages were due: n messages at a rate r take n / r
   * seconds; a closed loop takes until the last answer.
   */
  record MessageLimitPhase() implements PhaseKind {
    @Override
    public boolean reached(StageProgress progress) {
      // A lost acknowledgement must not block the end of the run.
      return progress.sentAll() && (progress.inFlight() == 0 || progress.silent());
    }

    @Override
    public boolean endsLoad() {
      return true;
    }
  }

  /**
   * Until existing topics have been read: by the messages of the named run, if known, otherwise
   * after a silence that follows the first message.
   *
   * @param isFirst consumers are created when it begins, because stored messages arrive immediately
   *     and must belong to a phase
   * @param isBounded whether it has a length
   */
  record ReadPhase(boolean isFirst, boolean isBounded) implements PhaseKind {
    @Override
    public void begin(LoadControl control) throws WorkerException, InterruptedException {
      if (isFirst) {
        control.createConsumers();
      }
    }

    @Override
    public boolean reached(StageProgress progress) {
      boolean known = progress.run().ledger().earlierMessages().isPresent();
      return progress.anyArrived()
          && (known && progress.received() || isBounded && progress.silent());
    }

    @Override
    public boolean endsByTime() {
      return true;
    }

    @Override
    public boolean endsLoad() {
      return true;
    }
  }

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

  /** The schedule goes on until rates and latencies are steady, or to the end of its length. */
  static final class WarmUpPhase implements TimeOnlyPhase {
    private final Steadiness steadiness = new Steadiness();

    @Override
    public boolean enough(Sample sample) {
      steadiness.add(sample);
      return steadiness.isSteady();
    }

    @Override
    public boolean hasLimitOnly() {
      return true;
    }

    @Override
    public Optional<String> stillWanted() {
      return Optional.of(steadiness.why());
    }
  }
}
