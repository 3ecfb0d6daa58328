package io.tidemark.worker;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.base.Clock;
import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.SendBehavior;
import io.tidemark.driver.headers.PrioritySupport;
import io.tidemark.driver.outcome.OutcomeSupport;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.driver.topics.OffsetSource;
import io.tidemark.model.driverfile.PrometheusTarget;
import io.tidemark.model.load.PriorityPlan;
import io.tidemark.model.outcome.OutcomeKeys;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.OffsetSamples.Committed;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.model.worker.ClientsReport;
import io.tidemark.model.worker.ClientsRequest;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.LoadReport;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.ProbeReport;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlTree;
import io.tidemark.worker.clients.BriefClients;
import io.tidemark.worker.clients.ClientChanges;
import io.tidemark.worker.clients.DriverClients;
import io.tidemark.worker.clients.DriverTopics;
import io.tidemark.worker.clients.EarlierTopic;
import io.tidemark.worker.driver.ConnectionFit;
import io.tidemark.worker.driver.OutcomeFit;
import io.tidemark.worker.engine.Engine;
import io.tidemark.worker.engine.EngineCut;
import io.tidemark.worker.engine.Unacknowledged;
import io.tidemark.worker.engine.load.EngineOptions;
import io.tidemark.worker.headers.HeaderFit;
import io.tidemark.worker.host.HostSampler;
import io.tidemark.worker.host.OtherProcesses;
import io.tidemark.worker.requestreply.DriverPairs;
import io.tidemark.worker.session.DriverLifeCycle;
import io.tidemark.worker.session.RunEvents;
import io.tidemark.worker.session.TeardownProblems;
import io.tidemark.worker.telemetry.CommittedOffsets;
import io.tidemark.worker.telemetry.PrometheusTelemetry;
import io.tidemark.worker.telemetry.TelemetryPoller;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One run on this worker, from the initialised driver to the closed one. Not thread-safe. */
final class WorkerRun {
  private static final Duration LISTING = Duration.ofSeconds(10);
  private static final int TOPICS_NAMED = 3;
  private static final Duration TELEMETRY_PERIOD = Duration.ofSeconds(1);

  /** Load, producers, consumers, topics, driver: each gets its share of the deadline. */
  private static final int FINISH_STAGES = 5;

  private final RunSetup setup;
  private final DriverLifeCycle session;
  private final DriverTopics topics;
  private final DriverClients clients;
  private final DriverPairs pairs;
  private final ClientChanges changes;

  /** If connections are for some messages each. */
  private final Optional<BriefClients> brief;

  private final Engine engine;
  private final RunEvents events;
  private final HostSampler host;
  private final Clock clock;
  private final OtherProcesses others;
  private final Optional<CommittedOffsets> committed;
  private final Optional<TelemetryPoller> telemetry;
  private @Nullable Snapshot lastSnapshot;
  private @Nullable FinishReport report;
  private @Nullable LoadReport loadReport;
  private @Nullable Deadline stopBy;

  /** What a driver says about its messages and sends. */
  private record DriverAnswers(RunSetup fitted, EngineOptions options) {}

  /**
   * The run of a driver, which is asked on its own thread: it may throw anything, or not return.
   *
   * @param pinnedCores cores for the load threads; empty: the kernel chooses
   */
  static WorkerRun of(
      RunSetup setup,
      DriverLifeCycle session,
      RunEvents events,
      Clock clock,
      List<Integer> pinnedCores,
      Deadline deadline)
      throws WorkerException, InterruptedException {
    DriverAnswers answers =
        session
            .thread()
            .call(
                "prepare",
                "what the driver says about its messages and sends",
                deadline,
                () ->
                    new DriverAnswers(
                        fitting(setup, session.driver()),
                        optionsFor(session, setup).pinnedTo(pinnedCores)));
    return new WorkerRun(setup, answers, session, events, clock);
  }

  private WorkerRun(
      RunSetup setup,
      DriverAnswers answers,
      DriverLifeCycle session,
      RunEvents events,
      Clock clock) {
    this.setup = setup;
    this.session = session;
    this.events = events;
    this.topics = new DriverTopics(session, setup.runId());
    this.clients = new DriverClients(session);
    this.engine = new Engine(clock, answers.fitted(), answers.options());
    this.changes = new ClientChanges(session, clients, engine, events, clock);
    this.brief =
        setup
            .connectionPer()
            .map(any -> new BriefClients(session.classLoader(), engine::clients, clock));
    this.pairs =
        new DriverPairs(
            session,
            engine,
            setup.runId(),
            brief.map(all -> new DriverPairs.Brief(all, connectionPer())));
    this.host = new HostSampler(clock);
    this.clock = clock;
    this.others = OtherProcesses.since(clock.nanoTime());
    this.committed = committedOffsets(setup, session, clock);
    List<TelemetrySource> sources = telemetrySources(setup, session, events, clock);
    committed.ifPresent(sources::add);
    this.telemetry =
        sources.isEmpty()
            ? Optional.empty()
            : Optional.of(new TelemetryPoller(sources, clock, events, session.classLoader()));
  }

  private static Optional<CommittedOffsets> committedOffsets(
      RunSetup setup, DriverLifeCycle session, Clock clock) {
    return setup.consumers().auditOffsets() && session.driver() instanceof OffsetSource source
        ? Optional.of(new CommittedOffsets(source, clock))
        : Optional.empty();
  }

  /** The driver's comes last, because it may fail as a whole. */
  private static List<TelemetrySource> telemetrySources(
      RunSetup setup, DriverLifeCycle session, RunEvents events, Clock clock) {
    List<TelemetrySource> sources = new ArrayList<>();
    List<PrometheusTarget> targets = PrometheusTarget.of(setup.driver().configurationYaml());
    if (!targets.isEmpty()) {
      sources.add(new PrometheusTelemetry(targets, events::add, clock::nanoTime));
    }
    session.telemetry().ifPresent(sources::add);
    return sources;
  }

  /** Before the driver connects, so that queues are made for what the run is going to do. */
  static void announce(BenchmarkDriver driver, RunSetup setup) {
    Optional<PriorityPlan> priorities = setup.messages().priorityPlan();
    if (priorities.isPresent() && driver instanceof PrioritySupport support) {
      support.expectPriorities(priorities.get().all());
    }
    if (setup.consumers().outcomes().isPresent()) {
      OutcomeKeys wanted = setup.consumers().outcomes().get();
      OutcomeFit.problem(driver, plain(setup.driver().configurationYaml()), wanted)
          .ifPresent(
              problem -> {
                throw new IllegalArgumentException(problem);
              });
      ((OutcomeSupport) driver).expectOutcomes(wanted.request());
    }
  }

  private static RunSetup fitting(RunSetup setup, BenchmarkDriver driver) {
    Map<String, Object> file = plain(setup.driver().configurationYaml());
    boolean requests = setup.requestReply().isPresent();
    Optional<String> problem =
        HeaderFit.problem(driver, file, setup.messages())
            .or(
                () ->
                    setup
                        .connectionPer()
                        .flatMap(any -> ConnectionFit.problem(driver, file, requests)));
    if (problem.isPresent()) {
      throw new IllegalArgumentException(problem.get());
    }
    return HeaderFit.fitted(driver, setup);
  }

  private static Map<String, Object> plain(String yaml) {
    return YamlTree.read(new SourceFile("driver file", yaml), new Problems())
        .map(YamlMap::plain)
        .orElse(Map.of());
  }

  /** A message that waits for its connection is kept. */
  private static EngineOptions optionsFor(DriverLifeCycle session, RunSetup setup) {
    EngineOptions cautious = EngineOptions.cautious(session.classLoader());
    if (!(session.driver() instanceof SendBehavior behavior)) {
      return cautious;
    }
    return new EngineOptions(
        behavior.sendMayBlock(),
        behavior.copiesPayload() && setup.connectionPer().isEmpty(),
        cautious.contextClassLoader(),
        cautious.maxLoadThreads(),
        cautious.spinShare());
  }

  /**
   * What killed runs have left at the broker, which may change what is measured.
   *
   * @param own topics of this run, which another driver may have created already
   */
  void nameEarlierTopics(List<String> own) throws InterruptedException {
    List<EarlierTopic> left;
    try {
      Instant now = SystemClock.get().instant();
      left =
          EarlierTopic.list(session, now, Deadline.in(LISTING)).stream()
              .filter(topic -> !own.contains(topic.name()))
              .toList();
    } catch (WorkerException e) {
      return; // A broker whose topics cannot be listed can be measured.
    }
    if (!left.isEmpty()) {
      events.add(
          RunEvent.EARLIER_TOPICS,
          "broker",
          "%s of other runs at the broker: %s%s; bin/benchmark clean removes those that killed runs have left"
              .formatted(
                  Text.plural(left.size(), "topic"),
                  left.stream()
                      .limit(TOPICS_NAMED)
                      .map(EarlierTopic::text)
                      .collect(Collectors.joining(", ")),
                  left.size() > TOPICS_NAMED ? ", ..." : ""));
    }
  }

  DriverLifeCycle session() {
    return session;
  }

  DriverTopics topics() {
    return topics;
  }

  DriverPairs pairs() {
    return pairs;
  }

  Engine engine() {
    return engine;
  }

  boolean isFinished() {
    return report != null;
  }

  void createConsumers(List<ConsumerRequest> consumers, Deadline deadline)
      throws WorkerException, InterruptedException {
    changes.know(List.of(), consumers);
    clients.createConsumers(consumers, engine::callbackFor, deadline);
    if (setup.consumers().outcomes().filter(OutcomeKeys::hasDeadLetters).isPresent()) {
      clients.createDeadLetterConsumers(consumers, engine::deadLettersOf, deadline);
    }
  }

  void createProducers(List<ProducerRequest> producers, Deadline deadline)
      throws WorkerException, InterruptedException {
    if (brief.isPresent()) {
      for (ProducerRequest producer : producers) {
        engine.addProducer(producer, clients.briefProducer(producer, connectionPer(), brief.get()));
      }
      return;
    }
    changes.know(producers, List.of());
    clients.createProducers(producers, engine::addProducer, deadline);
  }

  private int connectionPer() {
    return setup.connectionPer().orElseThrow().messages();
  }

  ClientsReport changeClients(ClientsRequest order) {
    return changes.order(order);
  }

  void pauseConsumers(boolean pause, Deadline deadline)
      throws WorkerException, InterruptedException {
    if (clients.pause(pause, deadline) || !pause) {
      engine.holdDeliveries(pause);
    }
  }

  /** Fails if the broker refuses something that readiness needs. */
  ProbeReport probeStatus() throws WorkerException {
    Optional<String> refusal = engine.refusal();
    if (refusal.isPresent()) {
      throw new WorkerException(session.workerName(), Kind.INFRASTRUCTURE, refusal.get(), null);
    }
    ProbeReport status = engine.probeStatus();
    return status.withFailures(
        Stream.of(events.standing(), engine.receiveFailure().stream().toList(), status.failures())
            .flatMap(List::stream)
            .toList());
  }

  void announcePhases(List<PhaseRequest> phases) {
    engine.announcePhases(phases);
    pollTelemetry();
  }

  /** Telemetry is read from the first snapshot or phase on: before it there are no events. */
  private void pollTelemetry() {
    telemetry
        .filter(poller -> !poller.isPolling())
        .ifPresent(poller -> poller.start(TELEMETRY_PERIOD));
  }

  Snapshot snapshot(long sequence) throws WorkerException {
    long last = lastSnapshot == null ? 0 : lastSnapshot.sequence();
    if (lastSnapshot != null && sequence == last) {
      return lastSnapshot;
    }
    pollTelemetry();
    if (sequence != last + 1 || isFinished()) {
      throw new WorkerException(
          session.workerName(),
          isFinished() ? Kind.WORKER_LOST : Kind.INFRASTRUCTURE,
          "run %s%s: requested snapshot %s, the last one is %s"
              .formatted(setup.runId(), isFinished() ? " is finished" : "", sequence, last),
          null);
    }
    engine.renewLease();
    lastSnapshot = take(sequence);
    engine.renewLease(); // Taking it may have taken long.
    return lastSnapshot;
  }

  private Snapshot take(long sequence) {
    HostSample hostSample = host.sample(); // First: a pause of the cut belongs to what comes after.
    // Before the cut, which then has all that was received before it was committed.
    List<Committed> readings = committed.map(CommittedOffsets::take).orElse(List.of());
    EngineCut cut = engine.cut();
    return new Snapshot(
        setup.runId(),
        sequence,
        cut.startEpochNanos(),
        cut.endEpochNanos(),
        cut.counters(),
        cut.slices(),
        cut.audit().with(cut.audit().offsets().with(readings)),
        cut.load(),
        hostSample.with(cut.threads()),
        Stream.concat(cut.events().stream(), events.take().stream())
            .sorted(Comparator.comparingLong(WorkerEvent::epochNanos))
            .toList(),
        telemetry.map(TelemetryPoller::take).orElse(List.of()),
        cut.traced(),
        cut.byPriority());
  }

  /** A repetition waits no longer than the first call, whose answer may not have arrived. */
  LoadReport stopLoad(Duration within) {
    if (stopBy == null) {
      stopBy = Deadline.in(within);
    }
    return stopLoad(stopBy);
  }

  private LoadReport stopLoad(Deadline deadline) {
    if (loadReport == null || (loadReport.stuckThreads() > 0 && !isFinished())) {
      boolean first = loadReport == null;
      loadReport = engine.stopLoad(deadline.left());
      if (first) {
        others
            .until(clock.nanoTime(), Runtime.getRuntime().availableProcessors())
            .ifPresent(
                used ->
                    events.add(
                        RunEvent.OTHER_PROCESSES,
                        "machine",
                        used.text(),
                        Map.of(WorkerEvent.CPU_PERCENT, used.percent())));
      }
    }
    return loadReport;
  }

  /** What {@link #finish} would report now, but for problems and telemetry. */
  FinishReport outstanding() {
    if (report != null) {
      return report;
    }
    Unacknowledged unacknowledged = engine.unacknowledged();
    return new FinishReport(
        unacknowledged.agesNanos(),
        unacknowledged.count(),
        engine.unanswered(),
        List.of(),
        List.of());
  }

  /**
   * In OMB's order: producers, consumers, driver; after a failure the rest is closed, too. When it
   * is interrupted, the next call goes on.
   */
  FinishReport finish(boolean deleteTopics, Deadline deadline) throws InterruptedException {
    if (report != null) {
      return report;
    }
    TeardownProblems problems = new TeardownProblems();
    changes.close();
    stopLoad(problems, deadline.share(FINISH_STAGES));
    FinishReport before = outstanding();
    engine.holdDeliveries(false); // A paused callback would block the close of its consumer.
    if (brief.isPresent()) {
      brief.get().close(problems, deadline.share(FINISH_STAGES - 1));
    }
    clients.closeProducers(problems, deadline.share(FINISH_STAGES - 1));
    pairs.closeRequesters(problems, deadline.share(FINISH_STAGES - 1));
    clients.closeConsumers(problems, deadline.share(FINISH_STAGES - 2));
    pairs.closeResponders(problems, deadline.share(FINISH_STAGES - 2));
    engine.close();
    List<TelemetrySample> left = lastTelemetry(deadline.share(FINISH_STAGES - 2));
    stopTelemetry(problems, deadline.share(FINISH_STAGES - 2));
    if (deleteTopics) {
      topics.delete(problems, deadline.share(FINISH_STAGES - 3));
      pairs.delete(problems, deadline.share(FINISH_STAGES - 3));
    }
    session.close(deadline).ifPresent(problem -> problems.add(session.name(), problem));
    session.threadsLeft().ifPresent(threads -> problems.add(session.name(), threads));
    host.close();
    report =
        new FinishReport(
            before.unacknowledgedAgesNanos(),
            before.unacknowledged(),
            before.unanswered(),
            problems.lines(),
            left);
    return report;
  }

  private void stopLoad(TeardownProblems problems, Deadline deadline) {
    int stuck = stopLoad(deadline).stuckThreads();
    if (stuck > 0) {
      problems.add(
          Text.plural(stuck, "load thread"), "still inside a send of the driver after " + deadline);
    }
  }

  private List<TelemetrySample> lastTelemetry(Deadline deadline) throws InterruptedException {
    return telemetry.isPresent() && telemetry.get().isPolling()
        ? telemetry.get().last(deadline)
        : List.of();
  }

  private void stopTelemetry(TeardownProblems problems, Deadline deadline)
      throws InterruptedException {
    if (telemetry.isPresent() && !telemetry.get().stop(deadline)) {
      problems.add("telemetry", "its last reading did not end within " + deadline);
    }
  }
}
