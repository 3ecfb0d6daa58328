package io.tidemark.coordinator.run;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.coordinator.search.SearchExecution;
import io.tidemark.coordinator.stage.BrokerCountsPhase;
import io.tidemark.coordinator.stage.DrainPhase;
import io.tidemark.coordinator.stage.FinishedStage;
import io.tidemark.coordinator.stage.LoadControl;
import io.tidemark.coordinator.stage.RunContext;
import io.tidemark.coordinator.stage.RunEnd;
import io.tidemark.coordinator.stage.Script;
import io.tidemark.coordinator.stage.Stage;
import io.tidemark.coordinator.stage.StageAnnouncements;
import io.tidemark.coordinator.stage.StageProgress;
import io.tidemark.model.result.IdleTime;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.VerdictInputs.Ending;
import io.tidemark.model.result.VerdictInputs.NeverSent;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.Pattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The load with its stages and all ways to end. After the start, results are always kept: {@link
 * #conduct} does not throw.
 */
public final class LoadStages {
  private static final Logger LOG = LoggerFactory.getLogger(LoadStages.class);

  private static final String IDLE = "idle-baseline";

  /** Results are written before a fault is undone that takes longer. */
  private static final Duration UNDO_BEFORE_RESULTS = Duration.ofSeconds(30);

  /** Further state of the run. */
  @RecordBuilder
  record Outcome(
      List<FinishedStage> stages,
      Ending ending,
      String reason,
      boolean threadInterrupted,
      int maxInFlightPerProducer,
      long peakBacklog,
      NeverSent neverSent,
      int stuckThreads,
      boolean leaseExpired,
      boolean brokersGone,
      Optional<SearchReport> search,
      Optional<IdleTime> idle)
      implements LoadStagesOutcomeBuilder.With {

    /** This outcome with another end. */
    Outcome endedBy(Ending other, String why) {
      return with().ending(other).reason(why).build();
    }

    /** Whether all acknowledged messages had been received when the run stopped waiting. */
    boolean drained() {
      return stages.stream()
          .anyMatch(ran -> ran.stage().kind() instanceof DrainPhase && ran.conditionMet());
    }

    /** Whether the run stopped waiting before all messages were received. */
    boolean drainTimedOut() {
      return !drained()
          && stages.stream().anyMatch(ran -> ran.stage().kind() instanceof DrainPhase);
    }
  }

  private final RunContext run;
  private final Optional<SearchExecution> search;
  private final LoadControl control;
  private final StageAnnouncements announcements;
  private final Sampler sampler;
  private final RunEnd end;
  private final Losses losses;
  private final BrokerSilence silence;
  private final StageExecution.PeakBacklog peak = new StageExecution.PeakBacklog();
  private final List<FinishedStage> ran = new ArrayList<>();
  private Optional<StageExecution> current = Optional.empty();
  private Script script;
  private Optional<IdleTime> idle = Optional.empty();

  LoadStages(RunContext run) {
    this.run = run;
    this.script =
        run.workload().search().isPresent()
            ? SearchExecution.before(run.workload())
            : Script.of(run.workload());
    this.control = new LoadControl(run, script.schedule());
    this.announcements = new StageAnnouncements(run);
    this.sampler = new Sampler(run);
    this.end = new RunEnd(run);
    this.losses = new Losses(run, end);
    this.silence = new BrokerSilence(run, control, end);
    this.search =
        run.workload()
            .search()
            .map(spec -> new SearchExecution(run, spec, control, end, this::play));
  }

  Outcome conduct() {
    try {
      play();
    } catch (WorkerException e) {
      end.because(Ending.FAILED, e.oneLine());
    } catch (InterruptedException e) {
      end.threadInterrupted();
    } catch (RuntimeException e) {
      LOG.error("the run was aborted", e);
      end.because(Ending.FAILED, "internal error: " + e);
    }
    salvage();
    run.plan().options().profiler().finish().forEach(run.log()::add);
    run.faults().finish(end.hasty() ? RunEnd.HASTY_DRAIN : UNDO_BEFORE_RESULTS);
    return new Outcome(
        ran,
        end.ending(),
        end.reason(),
        end.wasThreadInterrupted(),
        control.maxInFlightPerProducer(),
        peak.messages(),
        control.neverSent(),
        control.stuckThreads(),
        losses.leaseExpired(),
        control.areBrokersGone(),
        search.map(SearchExecution::report),
        idle);
  }

  private void play() throws WorkerException, InterruptedException {
    if (search.isPresent()) {
      search.get().prepare();
    } else if (!script.stages().isEmpty()) {
      control.clients().prepare(script.stages().get(0).name());
    }
    if (run.failover().isPlanned()) {
      countProbes(); // The standby's counts contain them.
      run.failover().loadBegins();
    }
    control.distributeTrace();
    idle();
    sampler.baseline();
    long start = control.chooseStart(sampler::baseline);
    sampler.loadStartsAt(start);
    List<Stage> known = search.isPresent() ? search.get().firstStages(start) : script.stages();
    announcements.announce(known.get(0), start, known.subList(1, known.size()));
    control.start();
    run.waiter().until(start, run.stop());
    if (search.isPresent()) {
      SearchExecution.Rest rest = search.get().conduct(start);
      script = rest.script();
      start = rest.startEpochNanos();
    }
    List<Stage> stages = script.stages();
    int i = 0;
    while (i < stages.size()) {
      Optional<Stage> stage = adapted(stages.get(i), start);
      if (stage.isEmpty()) {
        i++;
        continue;
      }
      if (stages.subList(i, stages.size()).stream().noneMatch(Stage::measured)) {
        run.faults().loadEnds();
      }
      FinishedStage done = play(stage.get(), stages.subList(i + 1, stages.size()), start);
      start = done.startEpochNanos() + done.lengthNanos();
      i = following(i, done);
    }
    compareWithBroker(start);
  }

  /** What the clients of this process and the broker use without load, if the workload wants it. */
  private void idle() throws WorkerException, InterruptedException {
    Duration length = run.workload().time().idleBaseline();
    if (!length.isZero()) {
      run.log().own(run.now(), RunEvent.PHASE, IDLE, "begins");
      run.listener().phaseStarted(IDLE, false, Optional.of(length));
      idle = sampler.idle(length);
    }
  }

  private void compareWithBroker(long start) throws WorkerException, InterruptedException {
    // After a failover, one broker does not answer, and the other one has not all messages.
    boolean apart = run.workload().pattern() == Pattern.REQUEST_REPLY || run.failover().isPlanned();
    if (end.hasty() || !run.producing() || apart || !run.counts().expected()) {
      return;
    }
    countProbes();
    if (!end.broken()) {
      run.counts().waitingSince(run.now());
      play(BrokerCountsPhase.stage(), List.of(), start);
      countProbes(); // The last ones may have arrived meanwhile.
    }
  }

  private void countProbes() throws WorkerException, InterruptedException {
    ProbeCounts probes =
        run.fleet().ask(true, (index, worker) -> worker.probeStatus().probes()).values().stream()
            .reduce(ProbeCounts.NONE, ProbeCounts::plus);
    run.counts().probes(probes);
  }

  private FinishedStage play(Stage stage, List<Stage> following, long start)
      throws WorkerException, InterruptedException {
    StageExecution stageRun =
        new StageExecution(
            run,
            control,
            announcements,
            sampler,
            end,
            losses,
            silence,
            peak,
            stage,
            following,
            start);
    current = Optional.of(stageRun);
    FinishedStage done = stageRun.run();
    current = Optional.empty();
    ran.add(done);
    run.failover().problem().ifPresent(why -> end.because(Ending.FAILED, why));
    return done;
  }

  private int following(int i, FinishedStage done) {
    boolean enough = done.stage().kind().endsLoad() && done.conditionMet();
    return i < script.stopStage() && (end.broken() || enough) ? script.stopStage() : i + 1;
  }

  /** A stage adapted to the course of the run; empty if it is not needed. */
  private Optional<Stage> adapted(Stage stage, long startEpochNanos) {
    if (stage.kind().isRestOfTest() && stage.length().isPresent()) {
      Duration rest = restOfTest(startEpochNanos);
      return rest.isNegative() || rest.isZero()
          ? Optional.empty()
          : Optional.of(stage.withLength(rest));
    }
    boolean limited = stage.kind().endsLoad() && control.sending();
    boolean limitUsedUp =
        limited
            && control.limitDueEpochNanos() <= startEpochNanos
            && new StageProgress(run, startEpochNanos).sentAll();
    if (limitUsedUp || (end.hasty() && stage.kind().isSkippedAfterAbort())) {
      return Optional.empty();
    }
    if (limited && stage.length().isPresent()) {
      Duration length = stage.length().get();
      // Its length ends it: workers learn before of the phase that follows.
      boolean dueLater = control.limitDueEpochNanos() > startEpochNanos + length.toNanos();
      return Optional.of(dueLater ? stage.endingAfter(length) : stage);
    }
    if (!end.hasty() || !stage.kind().onlyWaits()) {
      return Optional.of(stage);
    }
    if (stage.measured()) {
      return Optional.empty(); // no new measurement after an abort
    }
    Duration planned = stage.length().orElse(RunEnd.HASTY_DRAIN);
    return Optional.of(
        stage.withLength(planned.compareTo(RunEnd.HASTY_DRAIN) < 0 ? planned : RunEnd.HASTY_DRAIN));
  }

  /** OMB's test duration includes building and draining the backlog. */
  private Duration restOfTest(long startEpochNanos) {
    long measuredFrom =
        ran.stream()
            .filter(each -> each.stage().measured())
            .mapToLong(FinishedStage::startEpochNanos)
            .findFirst()
            .orElse(startEpochNanos);
    return run.workload().time().test().orElseThrow().minusNanos(startEpochNanos - measuredFrom);
  }

  /** After an abort: stops the load and fetches remaining data of the workers. */
  private void salvage() {
    try {
      control.stop();
      if (current.isPresent()) {
        ran.add(current.get().breakOff());
      }
      run.clockWatch().last();
    } catch (WorkerException e) {
      run.log().own(run.now(), "END", "last snapshot", e.oneLine());
    } catch (InterruptedException e) {
      end.threadInterrupted();
    }
  }
}
