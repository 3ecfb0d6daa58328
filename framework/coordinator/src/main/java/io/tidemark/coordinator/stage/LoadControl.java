package io.tidemark.coordinator.stage;

import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.coordinator.fleet.InFlightBudget;
import io.tidemark.coordinator.group.RunGroup;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.result.VerdictInputs.NeverSent;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.worker.LoadReport;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.workload.LoadSchedule;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Commands of the run to its prepared workers, in each worker's time. */
public final class LoadControl {
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);
  private static final Duration GONE_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration REPLY_GRACE = Duration.ofSeconds(2);
  // The lead must cover a handful of round trips to the slowest worker.
  private static final int ROUND_TRIPS = 10;

  private final RunContext run;
  private final LoadSchedule schedule;
  private final ClientControl clients;
  private TimedSchedule current;
  private final int maxInFlight;
  private final Map<Integer, LoadReport> summaries = new LinkedHashMap<>();
  private long loadStart;
  private boolean stopped;
  private boolean gone;
  private NeverSent neverSent = NeverSent.NONE;

  public LoadControl(RunContext run, LoadSchedule schedule) {
    this.run = run;
    this.schedule = schedule;
    this.clients = new ClientControl(run);
    this.current = new TimedSchedule(schedule, 0);
    this.maxInFlight =
        InFlightBudget.perProducer(
            run.workload(),
            run.assignment(),
            run.prepared().workers(),
            run.prepared().brokerFacts(),
            run.environment().group().runs());
  }

  /** Which clients are open. */
  public ClientControl clients() {
    return clients;
  }

  /** Gives workers the trace that they replay, if there is one. */
  public void distributeTrace() throws WorkerException, InterruptedException {
    if (run.producing() && run.workload().load().replay().isPresent()) {
      new TraceDistribution(run, run.workload().load().replay().get()).send();
    }
  }

  /**
   * Chooses the moment at which the load begins on all workers.
   *
   * @param renewal while other runs are not ready
   */
  public long chooseStart(RunGroup.Renewal renewal) throws WorkerException, InterruptedException {
    loadStart = run.environment().group().start(() -> run.now() + leadNanos(), renewal);
    current = new TimedSchedule(schedule, loadStart);
    return loadStart;
  }

  /** How far ahead of its beginning a load is announced, so that it begins everywhere at once. */
  public long leadNanos() {
    long slowestWay = 0;
    for (int i = 0; i < run.fleet().size(); i++) {
      slowestWay = Math.max(slowestWay, run.prepared().clocks().fastestRoundTripNanos(i) / 2);
    }
    return run.plan().options().startLead().toNanos() + 2 * ROUND_TRIPS * slowestWay;
  }

  /** Begins another schedule; what is due of the present one is never sent. */
  public void begin(LoadSchedule next, long startEpochNanos)
      throws WorkerException, InterruptedException {
    current = new TimedSchedule(next, startEpochNanos);
    run.fleet()
        .ask(
            false,
            Fleet.order(
                (index, worker) ->
                    worker.newSchedule(run.workerTime(index, startEpochNanos), next.shape())));
  }

  /**
   * The warm-up ends at a moment instead of when it was planned; no message is due at another time.
   */
  public void endWarmUp(long endEpochNanos) throws WorkerException, InterruptedException {
    Duration length = Duration.ofNanos(endEpochNanos - loadStart);
    current = new TimedSchedule(LoadSchedule.of(run.workload(), length), loadStart);
    Optional<Curve> rest = LoadSchedule.of(run.workload(), Duration.ZERO).rate();
    if (rest.isPresent()) {
      run.fleet()
          .ask(
              false,
              Fleet.order(
                  (index, worker) ->
                      worker.changeRate(run.workerTime(index, endEpochNanos), rest.get())));
    }
  }

  public long now() {
    return run.now();
  }

  /** Starts the load on all workers, and the processing time of their consumers. */
  public void start() throws WorkerException, InterruptedException {
    Optional<Curve> processing = schedule.processingNanos();
    if (processing.isPresent()) {
      run.fleet()
          .ask(
              false,
              Fleet.order(
                  (index, worker) ->
                      worker.changeProcessingTime(
                          run.workerTime(index, loadStart),
                          processing.get(),
                          run.workload().consumers().processing().variation())));
    }
    if (run.producing()) {
      run.fleet().ask(false, Fleet.order((index, worker) -> worker.startLoad(loadPlan(index))));
    }
    if (run.now() > loadStart) {
      run.log()
          .own(
              run.now(),
              "LATE_START",
              "load",
              "starting all workers took longer than the lead time; the first messages"
                  + " are late");
    }
  }

  private LoadRequest loadPlan(int index) {
    return new LoadRequest(
        run.workerTime(index, loadStart),
        schedule.shape(),
        run.assignment().totalProducers(),
        run.workload().load().arrivals(),
        maxInFlight,
        run.workload().limits().messageLimit(),
        run.workload().requestReply().map(spec -> spec.requesterStartDelay().toNanos()).orElse(0L),
        run.workload().popularity());
  }

  void failOver() {
    run.failover().begin();
  }

  void pauseConsumers() throws WorkerException, InterruptedException {
    run.fleet().ask(false, Fleet.order((i, worker) -> worker.pauseConsumers()));
  }

  void resumeConsumers() throws WorkerException, InterruptedException {
    run.fleet().ask(false, Fleet.order((i, worker) -> worker.resumeConsumers()));
  }

  void createConsumers() throws WorkerException, InterruptedException {
    Duration timeout = run.plan().options().setupTimeout();
    run.fleet()
        .askOnce(
            timeout,
            false,
            Fleet.order(
                (i, worker) ->
                    worker.createConsumers(run.assignment().consumers().get(i), timeout)));
  }

  /** No broker answers: nothing waits for one any more. */
  public void brokersGone() {
    gone = true;
  }

  public boolean areBrokersGone() {
    return gone;
  }

  /** A moment in seconds from the beginning of the load. */
  public double secondsOfLoad(long epochNanos) {
    return Math.max(0, epochNanos - loadStart) / 1e9;
  }

  /** Stops the load, once. */
  public void stop() throws WorkerException, InterruptedException {
    if (!stopped && run.producing()) {
      stopped = true;
      clients.stopChurn();
      neverSent = owed(); // Default if no worker answers.
      Duration timeout =
          gone
              ? GONE_TIMEOUT
              : run.stop().urgent() ? STOP_TIMEOUT : stopTimeout(run.workload().requestReply());
      summaries.putAll(
          run.fleet().askOnce(timeout, true, (index, worker) -> worker.stopLoad(timeout)));
      neverSent = owed();
    }
  }

  /** For a worker that did not answer, its last known state. */
  public NeverSent owed() {
    long messages = 0;
    long overdueNanos = 0;
    for (int i = 0; i < run.fleet().size(); i++) {
      LoadState last = run.timeline().load(i);
      Optional<LoadReport> summary = Optional.ofNullable(summaries.get(i));
      messages += summary.map(LoadReport::debt).orElse(last.debt());
      overdueNanos =
          Math.max(
              overdueNanos,
              summary.map(LoadReport::scheduleLagNanos).orElse(last.scheduleLagNanos()));
    }
    return new NeverSent(messages, overdueNanos);
  }

  /** A requester that waits for its reply does not return before the reply timeout is over. */
  static Duration stopTimeout(Optional<RequestReplySpec> requestReply) {
    return requestReply
        .map(spec -> spec.replyTimeout().plus(REPLY_GRACE))
        .filter(timeout -> timeout.compareTo(STOP_TIMEOUT) > 0)
        .orElse(STOP_TIMEOUT);
  }

  /** Whether producers send, by the commands of the run. */
  public boolean sending() {
    return run.producing() && !stopped;
  }

  public boolean isStopped() {
    return stopped;
  }

  /** Intended messages between two times; empty without a schedule. */
  public Optional<Double> intendedRate(long fromEpochNanos, long toEpochNanos) {
    return sending() ? current.intendedRate(fromEpochNanos, toEpochNanos) : Optional.empty();
  }

  /**
   * From when on all messages of the workload's limit are due: {@link Long#MIN_VALUE} in a closed
   * loop, {@link Long#MAX_VALUE} if the schedule ends before.
   */
  public long limitDueEpochNanos() {
    return sending()
        ? current.dueEpochNanos(run.workload().limits().messageLimit())
        : Long.MIN_VALUE;
  }

  public int maxInFlightPerProducer() {
    return maxInFlight;
  }

  /** Intended messages until the load stopped. */
  public NeverSent neverSent() {
    return neverSent;
  }

  public int stuckThreads() {
    return summaries.values().stream().mapToInt(LoadReport::stuckThreads).sum();
  }

  /**
   * A schedule of the load in the coordinator's time.
   *
   * @param startEpochNanos where its offsets count from; nothing is due before
   */
  record TimedSchedule(LoadSchedule schedule, long startEpochNanos) {
    /** Mean rate between two times; empty without a rate. */
    Optional<Double> intendedRate(long fromEpochNanos, long toEpochNanos) {
      return toEpochNanos <= startEpochNanos
          ? schedule.rate().map(rate -> 0.0)
          : schedule.meanRate(fromEpochNanos - startEpochNanos, toEpochNanos - startEpochNanos);
    }

    /**
     * From when on this number of messages is due; {@link Long#MIN_VALUE} without a rate, {@link
     * Long#MAX_VALUE} for never.
     */
    long dueEpochNanos(long messages) {
      if (schedule.rate().isEmpty()) {
        return Long.MIN_VALUE;
      }
      OptionalLong offset = schedule.rate().get().offsetOf(messages * 1e9);
      return offset.isPresent() ? startEpochNanos + offset.getAsLong() : Long.MAX_VALUE;
    }
  }
}
