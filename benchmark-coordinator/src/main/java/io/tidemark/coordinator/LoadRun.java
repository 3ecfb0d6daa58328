package io.tidemark.coordinator;

import io.tidemark.coordinator.Preparation.Prepared;
import io.tidemark.measure.Clock;
import io.tidemark.model.load.LoadPlan;
import io.tidemark.model.load.Profile;
import io.tidemark.model.worker.LoadSummary;
import io.tidemark.model.worker.PhaseStart;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The load and what surrounds it: stages, samples at absolute times, the end in every shape. Once
 * it has begun nothing it found is lost: {@link #conduct} always returns.
 */
final class LoadRun {
  private static final Logger LOG = LoggerFactory.getLogger(LoadRun.class);
  private static final long POLL_NANOS = Duration.ofMillis(100).toNanos();
  private static final long ANNOUNCE_LEAD_NANOS = Duration.ofSeconds(2).toNanos();
  private static final Duration HASTY_DRAIN = Duration.ofSeconds(2);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);

  /** A stage as it went. */
  record Ran(
      int index,
      Stage stage,
      long startEpochNanos,
      long lengthNanos,
      Optional<Double> intendedRatePerSecond,
      boolean conditionMet,
      long endBacklog) {}

  /** How it ended. */
  enum Ending {
    COMPLETED,
    INTERRUPTED,
    WORKER_LOST,
    FAILED
  }

  /** What is known besides timeline, ledger and log. */
  record Outcome(
      List<Ran> stages,
      Ending ending,
      String reason,
      Map<Integer, LoadSummary> summaries,
      int maxInFlightPerProducer,
      long peakBacklog,
      long finalDebt,
      boolean leaseExpired,
      boolean drained,
      boolean threadInterrupted) {}

  private final RunPlan plan;
  private final Workload workload;
  private final Prepared prepared;
  private final Fleet fleet;
  private final Clock clock;
  private final Waiter waiter;
  private final StopSignal stop;
  private final RunListener listener;
  private final TimelineBuilder timeline;
  private final DeliveryLedger ledger;
  private final EventLog log;
  private final Sampler sampler;
  private final ClockWatch clockWatch;
  private final Script script;
  private final int maxInFlight;

  private final List<Ran> ran = new ArrayList<>();
  private final Map<Integer, LoadSummary> summaries = new LinkedHashMap<>();
  private final Map<Integer, String> lossesTold = new LinkedHashMap<>();
  private Ending ending = Ending.COMPLETED;
  private String reason = "";
  private long loadStart;
  private int announced = -1;
  private long announcedStart;
  private boolean loadStopped;
  private long peakBacklog;
  private long finalDebt;
  private boolean leaseExpired;
  private boolean drained;
  private boolean threadInterrupted;
  private boolean stopHandled;
  private boolean nextAnnounced;
  private Optional<StageRun> current = Optional.empty();

  LoadRun(
      RunPlan plan,
      Prepared prepared,
      Fleet fleet,
      Clock clock,
      Waiter waiter,
      StopSignal stop,
      RunListener listener,
      TimelineBuilder timeline,
      DeliveryLedger ledger,
      EventLog log,
      ClockWatch clockWatch) {
    this.plan = plan;
    this.workload = plan.workload();
    this.prepared = prepared;
    this.fleet = fleet;
    this.clock = clock;
    this.waiter = waiter;
    this.stop = stop;
    this.listener = listener;
    this.timeline = timeline;
    this.ledger = ledger;
    this.log = log;
    this.clockWatch = clockWatch;
    this.sampler = new Sampler(fleet, clock, prepared.clocks(), timeline, ledger, log);
    this.script = Script.of(workload);
    this.maxInFlight =
        InFlightBudget.perProducer(workload, prepared.assignment(), prepared.workers());
  }

  Outcome conduct() {
    try {
      play();
    } catch (WorkerException e) {
      end(Ending.FAILED, e.oneLine());
    } catch (InterruptedException e) {
      interruptedByThread();
    } catch (RuntimeException e) {
      LOG.error("the run broke off", e);
      end(Ending.FAILED, "internal error: " + e);
    }
    salvage();
    return new Outcome(
        ran,
        ending,
        reason,
        summaries,
        maxInFlight,
        peakBacklog,
        finalDebt,
        leaseExpired,
        drained,
        threadInterrupted);
  }

  private void play() throws WorkerException, InterruptedException {
    start();
    long startEpochNanos = loadStart;
    List<Stage> stages = script.stages();
    int i = 0;
    while (i < stages.size()) {
      Stage stage = stages.get(i);
      if (i >= script.stopStage() && ending != Ending.COMPLETED && stage.measured()) {
        break; // nothing new is begun once the run has been broken off
      }
      Stage next = i + 1 < stages.size() ? stages.get(i + 1) : null;
      current = Optional.of(new StageRun(hasty(stage), next, startEpochNanos));
      Ran done = current.get().run();
      current = Optional.empty();
      ran.add(done);
      startEpochNanos = done.startEpochNanos() + done.lengthNanos();
      i = following(i, done);
    }
  }

  private int following(int i, Ran done) {
    boolean broken = ending != Ending.COMPLETED || stopHandled;
    boolean enough = done.stage().until() == Stage.Until.MESSAGES_SENT && done.conditionMet();
    if (i < script.stopStage() && (broken || enough)) {
      return script.stopStage();
    }
    return i + 1;
  }

  /** After a break what is outstanding gets a moment, not the whole time. */
  private Stage hasty(Stage stage) {
    boolean waits = stage.until() == Stage.Until.RECEIVED || stage.until() == Stage.Until.SETTLED;
    if (ending == Ending.COMPLETED || !waits) {
      return stage;
    }
    Duration planned = stage.length().orElse(HASTY_DRAIN);
    Duration length = planned.compareTo(HASTY_DRAIN) < 0 ? planned : HASTY_DRAIN;
    return new Stage(
        stage.name(),
        stage.measured(),
        Optional.of(length),
        stage.until(),
        stage.patience(),
        stage.atStart());
  }

  private void start() throws WorkerException, InterruptedException {
    sampler.baseline();
    loadStart = clock.epochNanos() + plan.options().startLead().toNanos() + slowestWayNanos();
    sampler.loadStartsAt(loadStart);
    announce(script.stages().get(0), loadStart);
    nextAnnounced = true;
    Optional<Profile> processing = script.schedule().processingNanos();
    if (processing.isPresent()) {
      tell(
          "change-processing-time",
          (index, worker) ->
              worker.changeProcessingTime(workerTime(index, loadStart), processing.get()));
    }
    if (prepared.assignment().totalProducers() > 0) {
      tell("start-load", (index, worker) -> worker.startLoad(loadPlan(index)));
    }
    if (clock.epochNanos() > loadStart) {
      log.own(
          clock.epochNanos(),
          "LATE_START",
          "load",
          "telling all workers took longer than the lead; the first messages are late");
    }
    waiter.until(loadStart, stop);
  }

  private long slowestWayNanos() {
    long slowest = 0;
    for (int i = 0; i < fleet.size(); i++) {
      slowest = Math.max(slowest, prepared.clocks().estimate(i).errorBoundNanos());
    }
    return 20 * slowest;
  }

  private LoadPlan loadPlan(int index) {
    return new LoadPlan(
        workerTime(index, loadStart),
        script.schedule().rate(),
        prepared.assignment().totalProducers(),
        workload.arrivals(),
        maxInFlight,
        workload.messageLimit());
  }

  private long workerTime(int index, long coordinatorEpochNanos) {
    return prepared.clocks().estimate(index).toWorker(coordinatorEpochNanos);
  }

  private void announce(Stage stage, long startEpochNanos)
      throws WorkerException, InterruptedException {
    announced++;
    announcedStart = Math.max(startEpochNanos, announcedStart);
    int phase = announced;
    long start = announcedStart;
    tell(
        "begin-phase",
        (index, worker) ->
            worker.beginPhase(new PhaseStart(phase, stage.name(), workerTime(index, start))));
  }

  private void tell(String operation, Fleet.Order order)
      throws WorkerException, InterruptedException {
    fleet.ask(
        operation,
        false,
        (index, worker) -> {
          order.to(index, worker);
          return index;
        });
  }

  private void end(Ending how, String why) {
    if (ending == Ending.COMPLETED) {
      ending = how;
      reason = why;
      log.own(clock.epochNanos(), "END", how.name(), why);
    }
  }

  private void stopLoad() throws InterruptedException {
    if (!loadStopped && prepared.assignment().totalProducers() > 0) {
      loadStopped = true;
      finalDebt = timeline.debt();
      summaries.putAll(
          fleet.askOnce(
              "stop-load", STOP_TIMEOUT, (index, worker) -> worker.stopLoad(STOP_TIMEOUT)));
    }
  }

  /** After a break: stops the load and fetches what the workers still hold. */
  private void salvage() {
    try {
      stopLoad();
      if (current.isPresent()) {
        current.get().breakOff();
      }
      clockWatch.last();
    } catch (WorkerException e) {
      log.own(clock.epochNanos(), "END", "last snapshot", e.oneLine());
    } catch (InterruptedException e) {
      interruptedByThread();
    }
  }

  /** The thread goes on to save what there is; its flag is set again at the end of the run. */
  private void interruptedByThread() {
    threadInterrupted = true;
    end(Ending.INTERRUPTED, "the run's thread was interrupted");
  }

  /** One stage on its way. */
  private final class StageRun {
    private final Stage stage;
    private final Stage next;
    private final long start;
    private long end;
    private int phase;
    private long nextSample;
    private boolean met;
    private long lastTotal = -1;
    private long lastProgress;
    private long lastPoll;

    private StageRun(Stage stage, Stage next, long start) {
      this.stage = stage;
      this.next = next;
      this.start = start;
      this.end = stage.length().map(length -> start + length.toNanos()).orElse(Long.MAX_VALUE);
    }

    private Ran run() throws WorkerException, InterruptedException {
      begin();
      nextSample = start + workload.sampleInterval().toNanos();
      lastProgress = clock.epochNanos();
      while (!over()) {
        waiter.until(wakeAt(), stop);
        announceNext();
        clockWatch.tick();
        if (clock.epochNanos() >= takeAt() || stopRequested()) {
          sampler.take();
          noteState();
          if (clock.epochNanos() >= nextSample) {
            emit();
          }
        }
      }
      emit();
      return ended(stage.endsByTime() && clock.epochNanos() >= end ? end : clock.epochNanos());
    }

    /** Fetches what is left of a stage that something unforeseen ended. */
    private void breakOff() throws WorkerException, InterruptedException {
      ran.add(ended(clock.epochNanos()));
      long deadline = clock.epochNanos() + HASTY_DRAIN.toNanos();
      do {
        sampler.take();
        waiter.until(clock.epochNanos() + POLL_NANOS, stop);
      } while (!received() && clock.epochNanos() < deadline && !stop.urgent());
      sampler.take();
      sampler.cut();
    }

    private Ran ended(long finish) {
      return new Ran(
          phase,
          stage,
          start,
          Math.max(0, finish - start),
          intended(finish),
          met,
          timeline.backlog());
    }

    private Optional<Double> intended(long finish) {
      boolean producing = !loadStopped && prepared.assignment().totalProducers() > 0;
      return producing
          ? script.schedule().meanRate(start - loadStart, finish - loadStart)
          : Optional.empty();
    }

    private void begin() throws WorkerException, InterruptedException {
      if (!nextAnnounced) {
        announce(stage, start);
      }
      nextAnnounced = false;
      phase = announced;
      timeline.phase(phase, stage.name(), stage.measured(), start);
      log.own(start, EventLog.PHASE, stage.name(), "begins");
      listener.phaseStarted(stage.name(), stage.measured(), stage.length());
      switch (stage.atStart()) {
        case NONE -> {}
        case PAUSE_CONSUMERS -> tell("pause-consumers", (i, worker) -> worker.pauseConsumers());
        case RESUME_CONSUMERS -> tell("resume-consumers", (i, worker) -> worker.resumeConsumers());
        case STOP_LOAD -> stopLoad();
        case CREATE_CONSUMERS -> createConsumers();
      }
    }

    private void createConsumers() throws WorkerException, InterruptedException {
      Duration timeout = plan.options().setupTimeout();
      fleet.order(
          "create-consumers",
          timeout,
          (i, worker) -> worker.createConsumers(prepared.assignment().consumers().get(i), timeout));
    }

    private boolean polls() {
      return stage.until() != Stage.Until.TIME;
    }

    private long takeAt() {
      long sample = Math.min(nextSample, end);
      return polls() ? Math.min(sample, lastPoll + POLL_NANOS) : sample;
    }

    private long wakeAt() {
      long wake = takeAt();
      return announcing() ? Math.min(wake, Math.max(start, end - ANNOUNCE_LEAD_NANOS)) : wake;
    }

    private boolean announcing() {
      return next != null && !nextAnnounced && stage.endsByTime();
    }

    /** Ahead of time where the end is known, so that no message is counted in the wrong phase. */
    private void announceNext() throws WorkerException, InterruptedException {
      if (announcing() && clock.epochNanos() >= end - ANNOUNCE_LEAD_NANOS && !stop.requested()) {
        nextAnnounced = true;
        announce(next, end);
      }
    }

    private boolean stopRequested() {
      return stop.requested() && !stopHandled;
    }

    private void noteState() throws WorkerException, InterruptedException {
      lastPoll = clock.epochNanos();
      peakBacklog = Math.max(peakBacklog, timeline.backlog());
      long total =
          timeline.total().received() + timeline.total().acknowledged() + timeline.total().failed();
      if (total != lastTotal) {
        lastTotal = total;
        lastProgress = clock.epochNanos();
      }
      noteLosses();
      met = conditionHolds();
    }

    private void noteLosses() {
      fleet
          .lost()
          .forEach(
              (index, why) -> {
                if (lossesTold.put(index, why) == null) {
                  log.own(clock.epochNanos(), "WORKER_LOST", fleet.name(index), why);
                }
              });
      boolean all = fleet.lost().size() == fleet.size();
      boolean ends = plan.options().lossPolicy() == WorkerLossPolicy.END;
      if (!fleet.lost().isEmpty() && (all || ends)) {
        end(Ending.WORKER_LOST, fleet.lost().values().iterator().next());
      }
      for (int i = 0; i < fleet.size(); i++) {
        leaseExpired |= timeline.load(i).stoppedByLease();
      }
    }

    private void emit() {
      sampler
          .cut()
          .ifPresent(
              sample ->
                  listener.sampleTaken(
                      sample,
                      new RunListener.Totals(
                          Duration.ofNanos(clock.epochNanos() - start),
                          stage.length(),
                          timeline.total())));
      long interval = workload.sampleInterval().toNanos();
      long behind = Math.max(0, clock.epochNanos() - start);
      nextSample = start + (behind / interval + 1) * interval;
    }

    private boolean over() {
      long now = clock.epochNanos();
      if (met || now >= end || impatient(now)) {
        drained |= met && stage.until() == Stage.Until.RECEIVED;
        return true;
      }
      if (stopRequested()) {
        interrupted();
        if (loadStopped && !stop.urgent()) {
          end = Math.min(end, now + HASTY_DRAIN.toNanos());
          return false;
        }
        return true;
      }
      boolean loadGoesOn = !loadStopped;
      return (loadGoesOn && ending != Ending.COMPLETED) || stop.urgent();
    }

    private void interrupted() {
      stopHandled = true;
      boolean awaited = workload.test().isEmpty() && stage.measured() && !loadStopped;
      if (awaited && !stop.urgent()) {
        log.own(clock.epochNanos(), "END", stage.name(), "stopped by the user, as planned");
      } else {
        end(Ending.INTERRUPTED, "interrupted in phase " + stage.name());
      }
    }

    private boolean impatient(long now) {
      return stage.patience().map(p -> now - lastProgress >= p.toNanos()).orElse(false);
    }

    private boolean conditionHolds() {
      return switch (stage.until()) {
        case TIME -> false;
        case MESSAGES_SENT -> producersFinished() && inFlight() == 0;
        case BACKLOG_BUILT -> timeline.backlog() >= Script.backlogMessages(workload);
        case BACKLOG_DRAINED -> timeline.backlog() <= backlogAllowance();
        case SETTLED -> inFlight() == 0;
        case RECEIVED -> received();
      };
    }

    private boolean received() {
      return inFlight() == 0 && timeline.backlog() == 0 && ledger.nothingMissing();
    }

    /** The load goes on while the backlog drains: what is under way does not count. */
    private long backlogAllowance() {
      double left = (1 - workload.backlogDrainRatio()) * peakBacklog;
      return Math.max((long) left, Math.max(1_000, peakBacklog / 1_000) + timeline.inFlight());
    }

    private boolean producersFinished() {
      boolean all = true;
      for (int i = 0; i < fleet.size(); i++) {
        boolean has = !prepared.assignment().producers().get(i).isEmpty();
        all &= !has || fleet.isLost(i) || timeline.load(i).finished();
      }
      return all;
    }

    private long inFlight() {
      long inFlight = 0;
      for (int i = 0; i < fleet.size(); i++) {
        inFlight += fleet.isLost(i) ? 0 : timeline.load(i).inFlight();
      }
      return inFlight;
    }
  }
}
