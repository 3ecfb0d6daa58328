package io.tidemark.worker;

import io.tidemark.base.Clock;
import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.ProcessingVariation;
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
import io.tidemark.model.worker.TracePart;
import io.tidemark.model.worker.WorkerException;
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
import io.tidemark.worker.session.RunEvents;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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
  private final CurrentRun current;
  private volatile boolean closingTried;

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
    this.current = new CurrentRun(name);
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
    current.endWaits(CLOSE_AGAIN);
    removeProfile();
    closingTried = false;
    Deadline all = Deadline.in(deadline);
    RunEvents events = new RunEvents(clock);
    current.replace(
        before -> endTheRunBefore(before, events, all),
        thread -> {
          DriverLifeCycle session =
              DriverLifeCycle.open(
                  name,
                  catalog,
                  setup.driver(),
                  driver -> WorkerRun.announce(driver, setup),
                  events,
                  thread,
                  all);
          return begin(setup, session, events, all);
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
      throw current.refused(e);
    }
  }

  private static void closeAfterFailure(DriverLifeCycle session) throws InterruptedException {
    session
        .close(Deadline.in(DriverLifeCycle.CLOSE_AFTER_FAILURE))
        .ifPresent(problem -> log.info("{}", problem));
  }

  /** At most half of the deadline, which belongs to the new run. */
  private static void endTheRunBefore(WorkerRun before, RunEvents events, Deadline deadline)
      throws InterruptedException {
    if (!before.isFinished()) {
      Duration most = Collections.min(List.of(deadline.share(2).left(), FINISH_BEFORE_NEXT));
      FinishReport report = before.finish(false, Deadline.in(most));
      report.problems().forEach(line -> events.add("NOTICE", "the run before", line));
    }
  }

  @Override
  public Map<String, String> brokerFacts(Duration deadline)
      throws WorkerException, InterruptedException {
    return current.call(run -> run.session().brokerFacts(Deadline.in(deadline)));
  }

  @Override
  public BrokerConfiguration brokerConfiguration(List<String> topics, Duration deadline)
      throws WorkerException, InterruptedException {
    return current.call(run -> run.session().brokerConfiguration(topics, Deadline.in(deadline)));
  }

  @Override
  public Map<String, String> leaders() throws WorkerException, InterruptedException {
    return current.call(run -> run.session().leaders());
  }

  @Override
  public List<TopicHandle> createTopics(TopicsRequest request, Duration deadline)
      throws WorkerException, InterruptedException {
    return current.call(
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
    current.command(run -> run.topics().createSubscriptions(subscriptions, Deadline.in(deadline)));
  }

  @Override
  public void createConsumers(List<ConsumerRequest> consumers, Duration deadline)
      throws WorkerException, InterruptedException {
    current.command(run -> run.createConsumers(consumers, Deadline.in(deadline)));
  }

  @Override
  public void createProducers(List<ProducerRequest> producers, Duration deadline)
      throws WorkerException, InterruptedException {
    current.command(run -> run.createProducers(producers, Deadline.in(deadline)));
  }

  @Override
  public Pairs createPairs(DestinationsRequest request, Duration deadline)
      throws WorkerException, InterruptedException {
    return current.call(
        run -> {
          run.nameEarlierTopics(List.of());
          return run.pairs().create(request, Deadline.in(deadline));
        });
  }

  @Override
  public void createResponders(RespondersRequest order, Duration deadline)
      throws WorkerException, InterruptedException {
    current.command(run -> run.pairs().createResponders(order, Deadline.in(deadline)));
  }

  @Override
  public void createRequesters(RequestersRequest order, Duration deadline)
      throws WorkerException, InterruptedException {
    current.command(run -> run.pairs().createRequesters(order, Deadline.in(deadline)));
  }

  @Override
  public void probe() throws WorkerException, InterruptedException {
    WarmUp.end();
    current.command(run -> run.engine().probe());
  }

  @Override
  public ProbeReport probeStatus() throws WorkerException, InterruptedException {
    return current.call(WorkerRun::probeStatus);
  }

  @Override
  public void correctClocks(ClockTable table) throws WorkerException, InterruptedException {
    current.command(run -> run.engine().correctClocks(table));
  }

  @Override
  public void announcePhases(List<PhaseRequest> phases)
      throws WorkerException, InterruptedException {
    WarmUp.end();
    current.command(run -> run.announcePhases(phases));
  }

  @Override
  public void changeMessages(PayloadSpec payload, KeyDistribution keys)
      throws WorkerException, InterruptedException {
    current.command(run -> run.engine().changeMessages(payload, keys));
  }

  @Override
  public void addTrace(TracePart block) throws WorkerException, InterruptedException {
    current.command(run -> run.engine().addTrace(block));
  }

  @Override
  public void startLoad(LoadRequest plan) throws WorkerException, InterruptedException {
    current.command(run -> run.engine().startLoad(plan));
  }

  @Override
  public void changeRate(long effectiveEpochNanos, Curve ratePerSecond)
      throws WorkerException, InterruptedException {
    current.command(run -> run.engine().changeRate(effectiveEpochNanos, ratePerSecond));
  }

  @Override
  public void newSchedule(long startEpochNanos, LoadShape shape)
      throws WorkerException, InterruptedException {
    current.command(run -> run.engine().newSchedule(startEpochNanos, shape));
  }

  @Override
  public void changeProcessingTime(
      long effectiveEpochNanos, Curve processingNanos, ProcessingVariation variation)
      throws WorkerException, InterruptedException {
    current.command(
        run -> run.engine().changeProcessingTime(effectiveEpochNanos, processingNanos, variation));
  }

  @Override
  public ClientsReport changeClients(ClientsRequest order)
      throws WorkerException, InterruptedException {
    return current.call(run -> run.changeClients(order));
  }

  @Override
  public void pauseConsumers() throws WorkerException, InterruptedException {
    current.command(run -> run.pauseConsumers(true, Deadline.in(SHORT)));
  }

  @Override
  public void resumeConsumers() throws WorkerException, InterruptedException {
    current.command(run -> run.pauseConsumers(false, Deadline.in(SHORT)));
  }

  @Override
  public Snapshot snapshot(long sequence) throws WorkerException, InterruptedException {
    Snapshot snapshot = current.look(run -> run.snapshot(sequence));
    onSnapshot.accept(snapshot);
    return snapshot;
  }

  @Override
  public LoadReport stopLoad(Duration deadline) throws WorkerException, InterruptedException {
    return current.look(run -> run.stopLoad(deadline));
  }

  private static void refuse(WorkerFault fault) {
    throw new IllegalStateException("this worker is a part of the benchmark's process");
  }

  @Override
  public void injectFault(WorkerFault fault) throws WorkerException {
    try {
      onFault.accept(fault);
    } catch (IllegalStateException e) {
      throw current.refused(e);
    }
  }

  @Override
  public FinishReport outstanding() throws WorkerException, InterruptedException {
    return current.look(WorkerRun::outstanding);
  }

  @Override
  public FinishReport finish(boolean deleteTopics, Duration deadline)
      throws WorkerException, InterruptedException {
    current.endWaits(deadline); // A repeated call waits for what the first one closes.
    return current.finish(
        run -> {
          closingTried = true;
          return run.finish(deleteTopics, Deadline.in(deadline));
        },
        new FinishReport(List.of(), 0, List.of()));
  }

  /** Ends the run, if there is one; what could not be closed is logged. */
  @Override
  public void close() {
    removeProfile();
    try {
      if (!current.hasEnded()) {
        current.endWaits(CLOSE_AGAIN);
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
}
