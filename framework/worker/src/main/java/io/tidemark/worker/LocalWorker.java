package io.tidemark.worker;

import io.tidemark.base.Clock;
import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.ProcessingVariation;
import io.tidemark.model.load.Profile;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.worker.ClientsReport;
import io.tidemark.model.worker.ClientsRequest;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.DestinationsRequest;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.LoadReport;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.ProbeReport;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.RequestersRequest;
import io.tidemark.model.worker.RespondersRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.TraceBlock;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.model.worker.WorkerFault;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.worker.calibration.WarmUp;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.driver.FailureLine;
import io.tidemark.worker.host.BuildFacts;
import io.tidemark.worker.host.EnvironmentFacts;
import io.tidemark.worker.profile.ProfilingWorker;
import io.tidemark.worker.session.DriverLifeCycle;
import io.tidemark.worker.session.DriverThread;
import io.tidemark.worker.session.RunEvents;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker in this process; also used by a worker's HTTP server. One run at a time: {@link
 * #prepare} ends the previous one.
 *
 * <p>Safe for all threads: calls wait for each other, except {@link #readClock}, {@link #describe},
 * {@link #injectFault} and those of profiles; {@link #prepare}, {@link #finish} and {@link #close}
 * do not wait for a hanging driver; they end the wait. Every call with a run renews its lease, when
 * it begins and when it ends.
 */
public final class LocalWorker extends ProfilingWorker {
  private static final Logger log = LoggerFactory.getLogger(LocalWorker.class);
  private static final Duration SHORT = Duration.ofSeconds(10);
  private static final Duration FINISH_BEFORE_NEXT = Duration.ofSeconds(30);

  /** A driver that has hung once has a shorter deadline. */
  private static final Duration CLOSE_AGAIN = Duration.ofSeconds(3);

  private final String name;
  private final DriverCatalog catalog;
  private final Clock clock;
  private final ClockDomain domain;
  private final Consumer<Snapshot> onSnapshot;
  private final Consumer<WorkerFault> onFault;
  private volatile List<Integer> pinnedCores = List.of();
  private final ReentrantLock lock = new ReentrantLock(true);
  private volatile @Nullable DriverThread driverThread;
  private volatile boolean closingTried;
  private @Nullable WorkerRun run;

  /**
   * A part of this process, for which it refuses faults.
   *
   * @param name how messages name it: {@code local}, or its address
   * @param catalog where drivers come from
   */
  public LocalWorker(String name, DriverCatalog catalog) {
    this(name, catalog, snapshot -> {}, LocalWorker::refuse);
  }

  /**
   * @param onSnapshot sees every snapshot that is asked for, again when it is asked for again
   * @param onFault ends or suspends the process after it has returned
   */
  public LocalWorker(
      String name,
      DriverCatalog catalog,
      Consumer<Snapshot> onSnapshot,
      Consumer<WorkerFault> onFault) {
    this(name, catalog, onSnapshot, onFault, SystemClock.get(), EnvironmentFacts.clockDomain());
  }

  /** For tests of clocks that differ; the domain is that of this clock. */
  public LocalWorker(
      String name,
      DriverCatalog catalog,
      Consumer<Snapshot> onSnapshot,
      Consumer<WorkerFault> onFault,
      Clock clock,
      ClockDomain domain) {
    this.name = name;
    this.catalog = catalog;
    this.onSnapshot = onSnapshot;
    this.onFault = onFault;
    this.clock = clock;
    this.domain = domain;
  }

  /** Runs the load threads on these cores; none: the kernel chooses. Before the first run. */
  public LocalWorker pinnedTo(List<Integer> cores) {
    pinnedCores = List.copyOf(cores);
    return this;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public WorkerInfo describe(Duration deadline) {
    Map<String, String> facts = EnvironmentFacts.read();
    pinnedCores.forEach(core -> facts.merge("tidemark.pinnedCores", "" + core, "%s,%s"::formatted));
    return new WorkerInfo(name, BuildFacts.read().version(), domain, facts);
  }

  @Override
  public ClockReading readClock() {
    long nanoTime = clock.nanoTime();
    return ClockReading.local(clock.epochNanosAt(nanoTime), nanoTime);
  }

  @Override
  public void prepare(RunSetup setup, Duration deadline)
      throws WorkerException, InterruptedException {
    endWaits();
    removeProfile();
    closingTried = false;
    locked(
        () -> {
          Deadline all = Deadline.in(deadline);
          RunEvents events = new RunEvents(clock);
          endTheRunBefore(events, all);
          DriverThread thread = new DriverThread(name);
          driverThread = thread;
          try {
            DriverLifeCycle session =
                DriverLifeCycle.open(name, catalog, setup.driver(), events, thread, all);
            run = begin(setup, session, events, all);
          } finally {
            if (run == null) {
              thread.close();
            }
          }
          return true;
        });
  }

  private WorkerRun begin(
      RunSetup setup, DriverLifeCycle session, RunEvents events, Deadline deadline)
      throws WorkerException, InterruptedException {
    try {
      return WorkerRun.of(setup, session, events, clock, pinnedCores, deadline);
    } catch (WorkerException | InterruptedException e) {
      closeAfterFailure(session);
      throw e;
    } catch (RuntimeException e) {
      closeAfterFailure(session);
      throw refused("prepare", e);
    }
  }

  private static void closeAfterFailure(DriverLifeCycle session) throws InterruptedException {
    session
        .close(Deadline.in(DriverLifeCycle.CLOSE_AFTER_FAILURE))
        .ifPresent(problem -> log.info("{}", problem));
  }

  /** At most half of the deadline, which belongs to the new run. */
  private void endTheRunBefore(RunEvents events, Deadline deadline) throws InterruptedException {
    if (run == null) {
      return;
    }
    WorkerRun before = run;
    before.session().thread().resume();
    if (!before.isFinished()) {
      Duration most = Collections.min(List.of(deadline.share(2).left(), FINISH_BEFORE_NEXT));
      FinishReport report = before.finish(false, Deadline.in(most));
      report.problems().forEach(line -> events.add("NOTICE", "the run before", line));
    }
    before.session().thread().close();
    run = null;
  }

  @Override
  public Map<String, String> brokerFacts(Duration deadline)
      throws WorkerException, InterruptedException {
    return inRun("brokerFacts", run -> run.session().brokerFacts(Deadline.in(deadline)));
  }

  @Override
  public BrokerConfiguration brokerConfiguration(List<String> topics, Duration deadline)
      throws WorkerException, InterruptedException {
    return inRun(
        "brokerConfiguration",
        run -> run.session().brokerConfiguration(topics, Deadline.in(deadline)));
  }

  @Override
  public Map<String, String> leaders() throws WorkerException, InterruptedException {
    return inRun("leaders", run -> run.session().leaders());
  }

  @Override
  public List<TopicHandle> createTopics(TopicsRequest request, Duration deadline)
      throws WorkerException, InterruptedException {
    return inRun(
        "createTopics",
        run -> {
          if (!request.existing()) {
            run.nameEarlierTopics(request.names());
          }
          return run.topics().create(request, Deadline.in(deadline));
        });
  }

  @Override
  public void createSubscriptions(List<SubscriptionHandle> subscriptions, Duration deadline)
      throws WorkerException, InterruptedException {
    doInRun(
        "createSubscriptions",
        run -> run.topics().createSubscriptions(subscriptions, Deadline.in(deadline)));
  }

  @Override
  public void createConsumers(List<ConsumerRequest> consumers, Duration deadline)
      throws WorkerException, InterruptedException {
    doInRun("createConsumers", run -> run.createConsumers(consumers, Deadline.in(deadline)));
  }

  @Override
  public void createProducers(List<ProducerRequest> producers, Duration deadline)
      throws WorkerException, InterruptedException {
    doInRun("createProducers", run -> run.createProducers(producers, Deadline.in(deadline)));
  }

  @Override
  public Pairs createPairs(DestinationsRequest request, Duration deadline)
      throws WorkerException, InterruptedException {
    return inRun(
        "createPairs",
        run -> {
          run.nameEarlierTopics(List.of());
          return run.pairs().create(request, Deadline.in(deadline));
        });
  }

  @Override
  public void createResponders(RespondersRequest order, Duration deadline)
      throws WorkerException, InterruptedException {
    doInRun("createResponders", run -> run.pairs().createResponders(order, Deadline.in(deadline)));
  }

  @Override
  public void createRequesters(RequestersRequest order, Duration deadline)
      throws WorkerException, InterruptedException {
    doInRun("createRequesters", run -> run.pairs().createRequesters(order, Deadline.in(deadline)));
  }

  @Override
  public void probe() throws WorkerException, InterruptedException {
    WarmUp.end();
    doInRun("probe", run -> run.engine().probe());
  }

  @Override
  public ProbeReport probeStatus() throws WorkerException, InterruptedException {
    return inRun("probeStatus", run -> run.engine().probeStatus());
  }

  @Override
  public void correctClocks(ClockTable table) throws WorkerException, InterruptedException {
    doInRun("correctClocks", run -> run.engine().correctClocks(table));
  }

  @Override
  public void beginPhase(PhaseRequest phase) throws WorkerException, InterruptedException {
    WarmUp.end();
    doInRun("beginPhase", run -> run.beginPhase(phase));
  }

  @Override
  public void changeMessages(PayloadSpec payload, KeyDistribution keys)
      throws WorkerException, InterruptedException {
    doInRun("changeMessages", run -> run.engine().changeMessages(payload, keys));
  }

  @Override
  public void addTrace(TraceBlock block) throws WorkerException, InterruptedException {
    doInRun("addTrace", run -> run.engine().addTrace(block));
  }

  @Override
  public void startLoad(LoadRequest plan) throws WorkerException, InterruptedException {
    doInRun("startLoad", run -> run.engine().startLoad(plan));
  }

  @Override
  public void changeRate(long effectiveEpochNanos, Profile ratePerSecond)
      throws WorkerException, InterruptedException {
    doInRun("changeRate", run -> run.engine().changeRate(effectiveEpochNanos, ratePerSecond));
  }

  @Override
  public void newSchedule(long startEpochNanos, LoadShape shape)
      throws WorkerException, InterruptedException {
    doInRun("newSchedule", run -> run.engine().newSchedule(startEpochNanos, shape));
  }

  @Override
  public void changeProcessingTime(
      long effectiveEpochNanos, Profile processingNanos, ProcessingVariation variation)
      throws WorkerException, InterruptedException {
    doInRun(
        "changeProcessingTime",
        run -> run.engine().changeProcessingTime(effectiveEpochNanos, processingNanos, variation));
  }

  @Override
  public ClientsReport changeClients(ClientsRequest order)
      throws WorkerException, InterruptedException {
    return inRun("changeClients", run -> run.changeClients(order));
  }

  @Override
  public void pauseConsumers() throws WorkerException, InterruptedException {
    doInRun("pauseConsumers", run -> run.pauseConsumers(true, Deadline.in(SHORT)));
  }

  @Override
  public void resumeConsumers() throws WorkerException, InterruptedException {
    doInRun("resumeConsumers", run -> run.pauseConsumers(false, Deadline.in(SHORT)));
  }

  @Override
  public Snapshot snapshot(long sequence) throws WorkerException, InterruptedException {
    Snapshot snapshot = locked(() -> known("snapshot", run).snapshot(sequence));
    onSnapshot.accept(snapshot);
    return snapshot;
  }

  @Override
  public LoadReport stopLoad(Duration deadline) throws WorkerException, InterruptedException {
    return locked(() -> known("stopLoad", run).stopLoad(Deadline.in(deadline)));
  }

  private static void refuse(WorkerFault fault) {
    throw new IllegalStateException("this worker is a part of the benchmark's process");
  }

  @Override
  public void injectFault(WorkerFault fault) throws WorkerException {
    try {
      onFault.accept(fault);
    } catch (IllegalStateException e) {
      throw refused("injectFault", e);
    }
  }

  @Override
  public FinishReport outstanding() throws WorkerException, InterruptedException {
    return locked(() -> known("outstanding", run).outstanding());
  }

  @Override
  public FinishReport finish(boolean deleteTopics, Duration deadline)
      throws WorkerException, InterruptedException {
    if (!closingTried) { // A repeated call waits for what the first one closes.
      endWaits();
    }
    return locked(
        () -> {
          if (run == null) {
            return new FinishReport(List.of(), 0, List.of());
          }
          run.session().thread().resume();
          closingTried = true;
          FinishReport report = run.finish(deleteTopics, Deadline.in(deadline));
          run.session().thread().close();
          return report;
        });
  }

  /** So that a hanging driver does not block the end of a run. */
  private void endWaits() {
    DriverThread thread = driverThread;
    if (lock.isLocked() && !lock.isHeldByCurrentThread() && thread != null) {
      thread.abort();
    }
  }

  /** Ends the run, if there is one; what could not be closed is logged. */
  @Override
  public void close() {
    removeProfile();
    try {
      if (!hasEnded()) {
        endWaits();
        FinishReport report = finish(false, closingTried ? CLOSE_AGAIN : FINISH_BEFORE_NEXT);
        report.problems().forEach(line -> log.warn("{}: {}", name, line));
      }
    } catch (WorkerException e) {
      log.warn("{}", e.oneLine());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      log.warn("{}: interrupted while closing: {}", name, FailureLine.of(e));
    }
  }

  private boolean hasEnded() {
    if (!lock.tryLock()) {
      return false; // Something is going on.
    }
    try {
      return run == null || run.isFinished();
    } finally {
      lock.unlock();
    }
  }

  private interface Action<T> {
    T in() throws WorkerException, InterruptedException;
  }

  private interface RunAction<T> {
    T in(WorkerRun run) throws WorkerException, InterruptedException;
  }

  private interface RunCommand {
    void in(WorkerRun run) throws WorkerException, InterruptedException;
  }

  private void doInRun(String operation, RunCommand command)
      throws WorkerException, InterruptedException {
    inRun(
        operation,
        running -> {
          command.in(running);
          return true;
        });
  }

  private <T> T inRun(String operation, RunAction<T> action)
      throws WorkerException, InterruptedException {
    return locked(
        () -> {
          WorkerRun running = known(operation, run);
          if (running.isFinished()) {
            throw lost(operation, "the run is finished");
          }
          running.engine().renewLease();
          try {
            return action.in(running);
          } catch (IllegalArgumentException | IllegalStateException e) {
            throw refused(operation, e);
          } finally {
            running.engine().renewLease(); // The call may have taken long.
          }
        });
  }

  private <T> T locked(Action<T> action) throws WorkerException, InterruptedException {
    lock.lockInterruptibly();
    try {
      return action.in();
    } finally {
      lock.unlock();
    }
  }

  private WorkerRun known(String operation, @Nullable WorkerRun current) throws WorkerException {
    if (current == null) {
      throw lost(operation, "no run has been prepared on this worker");
    }
    return current;
  }

  private WorkerException refused(String operation, RuntimeException e) {
    Kind kind = e instanceof IllegalArgumentException ? Kind.CONFIGURATION : Kind.INFRASTRUCTURE;
    return new WorkerException(name, operation, kind, FailureLine.of(e), e);
  }

  private WorkerException lost(String operation, String message) {
    return new WorkerException(name, operation, Kind.WORKER_LOST, message, null);
  }
}
