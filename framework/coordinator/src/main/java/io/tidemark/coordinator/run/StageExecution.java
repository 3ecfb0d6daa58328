package io.tidemark.coordinator.run;

import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.fault.FaultInjections;
import io.tidemark.coordinator.stage.FinishedStage;
import io.tidemark.coordinator.stage.LoadControl;
import io.tidemark.coordinator.stage.RunContext;
import io.tidemark.coordinator.stage.RunEnd;
import io.tidemark.coordinator.stage.Stage;
import io.tidemark.coordinator.stage.StageAnnouncements;
import io.tidemark.coordinator.stage.StageProgress;
import io.tidemark.coordinator.timeline.PhaseSpan;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Executes one stage: snapshots at absolute times, and an end by time, condition or abort. */
final class StageExecution {
  private static final long POLL_NANOS = Duration.ofMillis(100).toNanos();
  private static final long LOOK_NANOS = Duration.ofMillis(250).toNanos();
  private static final long ANNOUNCE_LEAD_NANOS = Duration.ofSeconds(2).toNanos();

  private final RunContext run;
  private final LoadControl control;
  private final StageAnnouncements announcements;
  private final Sampler sampler;
  private final RunEnd runEnd;
  private final Losses losses;
  private final BrokerSilence silence;
  private final PeakBacklog peak;
  private Stage stage;
  private final List<Stage> following;
  private final long limitDue;
  private final StageProgress progress;
  private final long start;
  private final long intervalNanos;
  private final long longestSilenceNanos;
  private long end;
  private int phase;
  private long nextSample;
  private boolean refreshed;
  private boolean sends;
  private boolean met;
  private long lastTake;

  /** The highest backlog of a run so far. */
  static final class PeakBacklog {
    private long messages;

    long messages() {
      return messages;
    }

    void look(long backlog) {
      messages = Math.max(messages, backlog);
    }
  }

  StageExecution(
      RunContext run,
      LoadControl control,
      StageAnnouncements announcements,
      Sampler sampler,
      RunEnd runEnd,
      Losses losses,
      BrokerSilence silence,
      PeakBacklog peak,
      Stage stage,
      List<Stage> following,
      long startEpochNanos) {
    this.run = run;
    this.control = control;
    this.announcements = announcements;
    this.sampler = sampler;
    this.runEnd = runEnd;
    this.losses = losses;
    this.silence = silence;
    this.peak = peak;
    this.stage = stage;
    this.following = following;
    this.limitDue = stage.kind().endsLoad() ? control.limitDueEpochNanos() : Long.MIN_VALUE;
    this.progress = new StageProgress(run, limitDue);
    this.start = startEpochNanos;
    this.intervalNanos = run.workload().time().sampleInterval().toNanos();
    // Calls renew the workers' lease, and their intervals stay short for any sample length.
    this.longestSilenceNanos = RunOptions.LONGEST_WITHOUT_CALL.toNanos();
    this.end = stage.length().map(l -> start + l.toNanos()).orElse(Long.MAX_VALUE);
  }

  FinishedStage run() throws WorkerException, InterruptedException {
    begin();
    while (!over()) {
      run.waiter().until(wakeAt(), run.stop());
      refreshAnnouncements();
      run.clockWatch().tick();
      losses.look();
      faults();
      if (run.now() >= takeAt() || runEnd.stopWanted()) {
        take();
      }
    }
    if (endedBetweenCuts()) {
      take();
    }
    if (!met && stage.kind().onlyWaits()) {
      silence.gaveUp();
    }
    if (!runEnd.broken()) {
      stage
          .kind()
          .stillWanted()
          .ifPresent(why -> warmedUp(RunEvent.NOT_STEADY, "not steady at its limit: ", why));
    }
    long finish = finish();
    report(run.timeline().endPhase(finish));
    return ended(finish);
  }

  /**
   * Injects and undoes what is due. The wait for outstanding messages begins when all is undone.
   */
  private void faults() throws WorkerException, InterruptedException {
    FaultInjections faults = run.faults();
    faults.look(run.timeline().backlog(), run.timeline().inFlight());
    if (faults.wantsLeaders()) {
      Map<String, String> leaders = new HashMap<>();
      run.fleet().ask(true, (index, worker) -> worker.leaders()).values().forEach(leaders::putAll);
      faults.leaders(leaders);
    }
    if (stage.kind().onlyWaits() && faults.isBusy() && !runEnd.hasty()) {
      end = Math.max(end, run.now() + stage.length().orElse(Duration.ZERO).toNanos());
      progress.goesOn();
    }
  }

  /** Whether the last snapshot is missing because of a stop or a late call. */
  private boolean endedBetweenCuts() {
    return !met && sampler.askedEpochNanos() < Math.min(run.now(), end) && !run.stop().urgent();
  }

  /**
   * A stage without a fixed length ends with the last counts: later events belong to the next
   * stage.
   */
  private long finish() {
    boolean inTime = stage.endsByTime() && !met && sampler.askedEpochNanos() >= end;
    long reached = Math.max(start, run.timeline().reachedEpochNanos());
    return inTime ? end : met && stage.kind().endsLoad() ? lastOfLimit(reached) : reached;
  }

  /**
   * A message limit ends the stage when its last message is no longer due, not when that is seen:
   * answers that come shortly after it belong to the stage. Without a schedule, or if it was not
   * kept, the last answer ends it.
   */
  private long lastOfLimit(long reached) {
    OptionalLong answered =
        run.timeline()
            .lastEndEpochNanos(
                i ->
                    !run.fleet().isLost(i)
                        && !run.prepared().assignment().producers().get(i).isEmpty());
    if (answered.isEmpty()) {
      return reached;
    }
    long last = answered.getAsLong();
    long ended = last <= limitDue + POLL_NANOS ? limitDue : last;
    return ended <= start
        ? reached
        : Math.max(run.timeline().cutEpochNanos(), Math.min(run.now(), ended));
  }

  /** Whether the stage may have ended before this moment: then no sample ends here. */
  private boolean mayHaveEnded() {
    return met
        || sends
            && stage.kind().endsLoad()
            && run.now() >= limitDue
            && (run.now() < limitDue + POLL_NANOS || (progress.sentAll() && !progress.moved()));
  }

  private void begin() throws WorkerException, InterruptedException {
    phase = announcements.enter(stage, start, following);
    control.clients().enter(stage.name());
    run.timeline().phase(phase, stage.name(), stage.measured(), start);
    if (stage.measured()) {
      run.clockWatch().measuredFrom(start);
      run.faults().begins(stage.name(), start);
    }
    run.log().own(start, RunEvent.PHASE, stage.name(), "begins");
    run.plan().options().profiler().phaseBegins(stage.name(), stage.measured());
    run.listener().phaseStarted(stage.name(), stage.measured(), stage.planned());
    nextSample = start + intervalNanos;
    lastTake = start;
    stage.kind().begin(control);
    sends = control.sending();
  }

  private long takeAt() {
    long sample = Math.min(nextSample, end);
    return Math.min(sample, lastTake + (stage.kind().polls() ? POLL_NANOS : longestSilenceNanos));
  }

  private long wakeAt() {
    long next = Math.min(run.now() + LOOK_NANOS, takeAt());
    return Math.min(next, run.faults().nextNanos());
  }

  /** Early announcements used the clock offsets of that time. */
  private void refreshAnnouncements() throws WorkerException, InterruptedException {
    boolean soon = stage.endsByTime() && run.now() >= end - ANNOUNCE_LEAD_NANOS;
    if (soon && !refreshed && !runEnd.stopWanted()) {
      refreshed = true;
      announcements.announceAgain();
      if (!following.isEmpty()) {
        control.clients().expect(following.get(0).name());
      }
    }
  }

  private void take() throws WorkerException, InterruptedException {
    sampler.take();
    lastTake = run.now();
    peak.look(run.timeline().backlog());
    losses.look();
    silence.look();
    progress.look(peak.messages());
    met = stage.kind().reached(progress);
    boolean due = run.now() >= nextSample;
    if (due && mayHaveEnded()) {
      due = false;
      nextSample = run.now() + POLL_NANOS;
    }
    if (due || met) { // The stage ends at the moment to which things have been counted.
      sampler.align(run.workload().time().sampleInterval());
    }
    if (due) {
      Optional<Sample> sample = run.timeline().cut(end);
      report(sample);
      if (sample.filter(stage.kind()::enough).isPresent()) {
        endSoon();
      }
      long elapsed = Math.max(0, run.now() - start);
      nextSample = start + (elapsed / intervalNanos + 1) * intervalNanos;
    }
  }

  /** The end becomes known to the workers before it comes. */
  private void endSoon() throws WorkerException, InterruptedException {
    long sooner = run.now() + control.leadNanos();
    if (sooner < end) {
      end = sooner;
      stage = stage.endingAfter(Duration.ofNanos(end - start));
      control.endWarmUp(end);
      announcements.announceSooner(stage, start, following);
      warmedUp(RunEvent.WARM_UP, "", "rates and latencies are steady");
    }
  }

  private void warmedUp(String kind, String how, String why) {
    run.log().own(run.now(), kind, stage.name(), why);
    run.listener().note(stage.name() + ": " + how + why);
  }

  private void report(Optional<Sample> ended) {
    ended.ifPresent(
        sample ->
            run.listener()
                .sampleTaken(
                    sample,
                    new RunListener.Totals(
                        Duration.ofNanos(Math.min(run.now(), end) - start),
                        stage.planned(),
                        run.timeline().total())));
  }

  private boolean over() {
    if (met || run.now() >= end || stage.kind().hopeless(progress)) {
      return true;
    }
    if (runEnd.stopWanted()) {
      boolean asPlanned = stage.measured() && stage.length().isEmpty() && control.sending();
      runEnd.stopIn(stage.name(), asPlanned || consumesUntilStopped());
      if (!control.isStopped()) {
        return true;
      }
      hurry();
    }
    boolean broken = !control.isStopped() && runEnd.hasty();
    return broken || run.stop().urgent();
  }

  private boolean consumesUntilStopped() {
    return stage.measured() && stage.length().isEmpty() && !run.producing();
  }

  /** A short wait for outstanding messages. */
  private void hurry() {
    end = Math.min(end, run.now() + RunEnd.HASTY_DRAIN.toNanos());
  }

  /** Fetches the remaining data of a stage after an unexpected end. */
  FinishedStage breakOff() throws WorkerException, InterruptedException {
    FinishedStage ended = ended(run.now());
    long deadline = run.now() + RunEnd.HASTY_DRAIN.toNanos();
    do {
      sampler.take();
      run.waiter().until(run.now() + POLL_NANOS, run.stop());
    } while (!progress.received() && run.now() < deadline && !run.stop().pending());
    sampler.take();
    run.timeline().breakOff();
    return ended;
  }

  private FinishedStage ended(long finish) {
    PhaseSpan span =
        new PhaseSpan(
            phase,
            stage.name(),
            stage.measured(),
            start,
            Math.max(0, finish - start),
            control.intendedRate(start, finish),
            !sends);
    return new FinishedStage(stage, span, met, run.timeline().backlog());
  }
}
