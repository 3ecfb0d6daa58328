package io.tidemark.coordinator.search;

import io.tidemark.coordinator.group.Agreement;
import io.tidemark.coordinator.search.NextStep.End;
import io.tidemark.coordinator.search.NextStep.Try;
import io.tidemark.coordinator.search.TrialJudge.Judged;
import io.tidemark.coordinator.stage.ClientControl;
import io.tidemark.coordinator.stage.DrainPhase;
import io.tidemark.coordinator.stage.FinishedStage;
import io.tidemark.coordinator.stage.LoadControl;
import io.tidemark.coordinator.stage.PhaseKind;
import io.tidemark.coordinator.stage.RunContext;
import io.tidemark.coordinator.stage.RunEnd;
import io.tidemark.coordinator.stage.Script;
import io.tidemark.coordinator.stage.Stage;
import io.tidemark.coordinator.stage.StageProgress;
import io.tidemark.coordinator.stage.TimeOnlyPhase;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.VerdictInputs.NeverSent;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.LoadSchedule;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.model.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The search for the highest sustainable rate, or for a number of clients or a size, within a run:
 * trials as phases, with a drain and a pause after each. The rate changes without new clients.
 */
public final class SearchExecution {
  private static final String DRAIN = "drain-";
  private static final String PAUSE = "pause-";
  private static final String WAIT = "wait-";
  private static final double HANDLED = 0.9; // of a rate of the warm-up
  private static final double FAR_MORE = 4; // in the warm-up than the rate of a trial that failed

  /** After the last class has judged a trial, the others learn of it and announce the next one. */
  private static final long LEARN_NANOS = Duration.ofMillis(500).toNanos();

  /** Executes a stage that begins at a time; the stages after it are announced to the workers. */
  public interface Player {
    FinishedStage play(Stage stage, List<Stage> following, long startEpochNanos)
        throws WorkerException, InterruptedException;
  }

  /**
   * What follows the search.
   *
   * @param startEpochNanos when it begins
   */
  public record Rest(Script script, long startEpochNanos) {}

  /** The stages of a trial or a part of the warm-up, and what is known of it while it lasts. */
  private record Planned(Try step, TrialProgress progress, String number, List<Stage> stages) {}

  private final RunContext run;
  private final SearchSpec spec;
  private final SearchScale scale;
  private final RateSearch search;
  private final LoadControl control;
  private final RunEnd end;
  private final Player player;
  private final TrialJudge judge;
  private final List<Trial> trials = new ArrayList<>();
  private final List<Judged> judged = new ArrayList<>();
  private final List<Trial> warmUp = new ArrayList<>();
  private boolean warmingUp;
  private long begunEpochNanos;
  private Optional<End> over = Optional.empty();
  private boolean answering = true;
  private Duration elapsed = Duration.ZERO;
  private long nextStartEpochNanos;
  private long lost;

  public SearchExecution(
      RunContext run, SearchSpec spec, LoadControl control, RunEnd end, Player player) {
    this.run = run;
    this.spec = spec;
    this.scale = scaleOf(run.workload(), spec);
    this.search = new RateSearch(spec, scale);
    this.control = control;
    this.end = end;
    this.player = player;
    this.judge = new TrialJudge(run, spec, control.maxInFlightPerProducer());
    this.warmingUp = !spec.warmUp().isZero();
  }

  /** More consumers are easier for a system at a given rate, or with objectives of latency. */
  private static SearchScale scaleOf(Workload workload, SearchSpec spec) {
    boolean inverse = spec.over() == Quantity.CONSUMERS && !TrialJudge.needsGrowth(workload);
    return new SearchScale(spec, workload.most(spec.over()), inverse);
  }

  /** What the search of a workload needs at least to converge; empty if it cannot. */
  public static Optional<RateSearch.Least> least(Workload workload) {
    SearchSpec spec = workload.search().orElseThrow();
    return new RateSearch(spec, scaleOf(workload, spec)).least();
  }

  /** A run that has not begun its search: no stages, and the load of the first trial. */
  public static Script before(Workload workload) {
    LoadSchedule first = first(workload, workload.search().orElseThrow());
    return new Script(List.of(), 0, LoadSchedule.of(workload).withShapeOf(first));
  }

  /** The schedule of the first trial. */
  private static LoadSchedule first(Workload workload, SearchSpec spec) {
    SearchScale scale = scaleOf(workload, spec);
    return schedule(workload, spec, scale, first(new RateSearch(spec, scale)));
  }

  /** Before the load: opens the clients of the first trial. */
  public void prepare() throws WorkerException, InterruptedException {
    openClients(run.workload().at(spec.over(), scale.value(first(search).ratePerSecond())));
  }

  private void openClients(Workload at) throws WorkerException, InterruptedException {
    if (run.workload().clientsChange()) {
      control.clients().settle(new ClientControl.Numbers(at.totalProducers(), at.totalConsumers()));
    }
  }

  private static Try first(RateSearch search) {
    return (Try) search.next(List.of(), Duration.ZERO); // Without trials there is no other step.
  }

  private static LoadSchedule schedule(
      Workload workload, SearchSpec spec, SearchScale scale, Try step) {
    return spec.over().isOfRate()
        ? LoadSchedule.of(
            rate(workload, spec, step.ratePerSecond()).orElseThrow(), spec.length(step.full()))
        : LoadSchedule.trial(
            workload.at(spec.over(), scale.value(step.ratePerSecond())), spec.length(step.full()));
  }

  /** The stages of the first trial, if it begins at a time. */
  public List<Stage> firstStages(long startEpochNanos) {
    return plan(first(search), startEpochNanos).stages();
  }

  /** The warm-up and all trials; the first stage begins at a time. */
  public Rest conduct(long startEpochNanos) throws WorkerException, InterruptedException {
    Planned planned = plan(first(search), startEpochNanos);
    long start = startEpochNanos;
    begunEpochNanos = startEpochNanos;
    while (true) {
      start = tryOut(planned, start);
      NextStep next = over.map(known -> (NextStep) known).orElseGet(this::next);
      if (end.broken() || next instanceof End) {
        over = next instanceof End ended ? Optional.of(ended) : Optional.empty();
        return rest(start);
      }
      Try step = (Try) next;
      openClients(run.workload().at(spec.over(), scale.value(step.ratePerSecond())));
      long trialStart = afterPause();
      planned = plan(step, trialStart);
      LoadSchedule trial = schedule(run.workload(), spec, scale, step);
      start = pause(trial, planned.stages(), start, trialStart);
      if (end.broken()) {
        return rest(start);
      }
    }
  }

  private NextStep next() {
    if (warmingUp && elapsed.compareTo(spec.warmUp()) < 0) {
      return search.warmUp(warmUp);
    }
    if (warmingUp) {
      warmingUp = false;
      begunEpochNanos = run.now();
      return search.next(trials, Duration.ZERO);
    }
    return search.next(trials, elapsed);
  }

  /** Returns the number for the names of stages. */
  private String number() {
    return warmingUp
        ? PhaseNames.WARM_UP + "-" + (warmUp.size() + 1)
        : String.valueOf(judged.size() + 1);
  }

  private Planned plan(Try step, long startEpochNanos) {
    String number = number();
    Duration length = spec.length(step.full());
    TrialProgress progress =
        new TrialProgress(intended(step).orElse(Double.POSITIVE_INFINITY), length.toNanos() / 1e9);
    Stage trial =
        new Stage(
            PhaseNames.SEARCH + number,
            false,
            Optional.of(length),
            new TrialPhase(run, progress, startEpochNanos));
    Stage drain =
        TrialDrainPhase.of(
            PhaseNames.SEARCH + DRAIN + number, lost, run.workload().consumers().drainTimeout());
    return new Planned(step, progress, number, List.of(trial, drain));
  }

  private long tryOut(Planned planned, long start) throws WorkerException, InterruptedException {
    Stage drain = planned.stages().get(1);
    FinishedStage trial = player.play(planned.stages().get(0), List.of(drain), start);
    NeverSent owed = control.owed();
    if (end.broken()) {
      return trial.startEpochNanos() + trial.lengthNanos();
    }
    FinishedStage drained =
        player.play(drain, List.of(), trial.startEpochNanos() + trial.lengthNanos());
    long ended = drained.startEpochNanos() + drained.lengthNanos();
    if (end.broken()) {
      return ended;
    }
    Trial own =
        warmingUp
            ? warmedUp(planned, trial)
            : judged(judge.judge(planned.step(), scale, trial, planned.progress(), owed));
    drained(drained);
    return decided(planned, own, ended);
  }

  private Trial judged(Judged result) {
    judged.add(result);
    run.listener().note(line(result.report()));
    double handled = warmUp.stream().mapToDouble(Trial::achievedPerSecond).max().orElse(0);
    return result
        .trial()
        .orDoubtful(spec.over().isOfRate() && handled > FAR_MORE * result.trial().ratePerSecond());
  }

  /** With what all traffic classes make of the trial. */
  private long decided(Planned planned, Trial own, long start)
      throws WorkerException, InterruptedException {
    Agreement<TrialOutcome> agreement =
        run.environment()
            .group()
            .agree(
                new TrialOutcome(
                    own,
                    over,
                    Duration.ofNanos(run.now() - begunEpochNanos),
                    run.now(),
                    control.leadNanos()));
    long ended = start;
    if (run.environment().group().runs() > 1) {
      Stage wait =
          GroupWait.of(
              PhaseNames.SEARCH + WAIT + planned.number(),
              agreement,
              spec.length(planned.step().full()));
      FinishedStage waited = player.play(wait, List.of(), start);
      ended = waited.startEpochNanos() + waited.lengthNanos();
    }
    Optional<TrialOutcome> outcome = agreement.all().map(TrialOutcome::of);
    outcome.ifPresentOrElse(this::take, this::othersEnded);
    return ended;
  }

  private void take(TrialOutcome outcome) {
    (warmingUp ? warmUp : trials).add(outcome.trial());
    elapsed = outcome.elapsed();
    if (outcome.over().isPresent()) {
      over = outcome.over();
      answering = false;
    }
    nextStartEpochNanos = outcome.epochNanos() + LEARN_NANOS + outcome.leadNanos();
  }

  private void othersEnded() {
    if (!end.broken()) {
      answering = false;
      over = Optional.of(new End(false, "another traffic class has ended"));
    }
  }

  private Trial warmedUp(Planned planned, FinishedStage ran) {
    judge.skip();
    double rate = planned.step().ratePerSecond();
    double achieved =
        TrialJudge.achieved(
            spec,
            planned.step(),
            run.workload().at(spec.over(), scale.value(rate)),
            planned.progress().achievedPerSecond());
    run.listener()
        .note(
            String.format(
                Locale.ROOT,
                "%s: %s for %.0f s, %s were received",
                ran.stage().name(),
                SearchReport.text(spec.over(), scale.value(rate)),
                ran.lengthNanos() / 1e9,
                Text.rate(planned.progress().achievedPerSecond())));
    return new Trial(rate, false, achieved >= HANDLED * rate, achieved);
  }

  /** Without sends in flight a silence means lost messages, otherwise a system that is gone. */
  private void drained(FinishedStage drain) {
    if (drain.conditionMet()) {
      return;
    }
    boolean silent = drain.lengthNanos() < drain.stage().length().orElseThrow().toNanos();
    if (silent && run.timeline().inFlight() == 0) {
      lost = Math.max(run.ledger().missing(), run.timeline().backlog());
      return;
    }
    over =
        Optional.of(
            new End(
                false,
                "%s ended after %s with %s without an answer and a backlog of %s"
                    .formatted(
                        drain.stage().name(),
                        Text.nanos(drain.lengthNanos()),
                        Text.plural(run.timeline().inFlight(), "send"),
                        Text.plural(run.timeline().backlog(), "message"))));
  }

  private String line(SearchReport.Trial trial) {
    return String.format(
        Locale.ROOT,
        "%s: %s for %.0f s %s",
        trial.phase(),
        SearchReport.text(spec.over(), trial.value()),
        trial.seconds(),
        trial.passed() ? "passed" : "failed: " + trial.reason());
  }

  /** The intended rate of a trial; empty in a closed loop. */
  private Optional<Double> intended(Try step) {
    return rate(run.workload(), spec, scale.value(step.ratePerSecond()));
  }

  private static Optional<Double> rate(Workload workload, SearchSpec spec, double value) {
    return workload.at(spec.over(), value).load().ratePerSecond();
  }

  /** The same moment in all traffic classes. */
  private long afterPause() {
    return run.environment().group().runs() > 1
        ? nextStartEpochNanos
        : run.now() + control.leadNanos();
  }

  private long pause(LoadSchedule next, List<Stage> following, long start, long nextStart)
      throws WorkerException, InterruptedException {
    Stage pause =
        new Stage(
            PhaseNames.SEARCH + PAUSE + number(),
            false,
            Optional.of(Duration.ofNanos(Math.max(0, nextStart - start))),
            new PausePhase(next, nextStart));
    FinishedStage paused = player.play(pause, following, start);
    return paused.startEpochNanos() + paused.lengthNanos();
  }

  /** The measured run at the rate that was found, or the end of a run without one. */
  private Rest rest(long start) throws WorkerException, InterruptedException {
    Evidence evidence = new Evidence(trials);
    boolean silent = trials.isEmpty() || trials.get(trials.size() - 1).achievedPerSecond() == 0;
    if (end.broken() || !answering || silent || evidence.low().isEmpty()) {
      Stage drain = DrainPhase.atEnd(run.workload());
      return new Rest(new Script(List.of(drain), 0, LoadSchedule.IDLE), start);
    }
    double value = scale.value(evidence.low().getAsDouble());
    boolean rate = spec.over().isOfRate();
    Workload at = run.workload().at(spec.over(), rate ? value * spec.measuredShare() : value);
    openClients(at);
    Script measured = Script.of(at);
    LoadSchedule schedule =
        rate
            ? measured.schedule()
            : measured.schedule().with(at.totalProducers(), at.messages().payload().sizes());
    long begin = pause(schedule, measured.stages(), start, afterPause());
    return new Rest(new Script(measured.stages(), measured.stopStage(), schedule), begin);
  }

  /** What is known, also if the search did not end. */
  public SearchReport report() {
    Evidence evidence = new Evidence(trials);
    Optional<Judged> limit =
        judged.stream()
            .filter(each -> !each.report().passed())
            .filter(each -> evidence.high().orElse(-1) == each.trial().ratePerSecond())
            .reduce((earlier, later) -> later)
            .filter(Judged::byGenerator);
    boolean converged = over.filter(End::converged).isPresent() && limit.isEmpty();
    String reason =
        over.isEmpty()
            ? "the search was interrupted after " + Text.plural(trials.size(), "trial")
            : over.get().converged() && limit.isPresent()
                ? "the load generator may be the limit: " + limit.get().report().reason()
                : over.get().reason();
    return new SearchReport(
        spec.over(),
        evidence.low().stream().map(scale::value).boxed().findFirst(),
        evidence.high().stream().map(scale::value).boxed().findFirst(),
        converged,
        reason,
        judged.stream().map(Judged::report).toList());
  }

  /**
   * After a trial, until the runs of all traffic classes have judged it. A stage, because workers
   * end a load whose coordinator is silent.
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
}
