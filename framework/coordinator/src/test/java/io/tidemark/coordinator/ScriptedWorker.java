package io.tidemark.coordinator;

import io.tidemark.coordinator.SimulatedBroker.Message;
import io.tidemark.driver.RequestReplyPair;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.LoadPlan;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.Profile;
import io.tidemark.model.worker.ClockReading;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.ConsumerAssignment;
import io.tidemark.model.worker.Counter;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.HostSample;
import io.tidemark.model.worker.LoadState;
import io.tidemark.model.worker.LoadSummary;
import io.tidemark.model.worker.LoadSummary.ProducerTotals;
import io.tidemark.model.worker.LoadThreads;
import io.tidemark.model.worker.Pairs;
import io.tidemark.model.worker.PairsCommand;
import io.tidemark.model.worker.PhaseStart;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.worker.ProbeStatus;
import io.tidemark.model.worker.ProducerAssignment;
import io.tidemark.model.worker.RequesterOrder;
import io.tidemark.model.worker.ResponderOrder;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.Snapshot;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TelemetrySample;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerEvent;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A worker in memory whose clock, messages and failures the test decides. Its own clock may be off
 * and drift; all its stamps are in it.
 */
final class ScriptedWorker implements Worker {

  /** Decides what a call does before it does it: nothing, take time, or throw. */
  interface Fault {
    void on(int call) throws WorkerException;
  }

  volatile Optional<String> silence = Optional.empty();
  volatile Optional<String> departure = Optional.empty();
  private final String name;
  private final SimulatedBroker broker;
  private final Map<String, Fault> faults = new HashMap<>();
  private final Map<String, Integer> calls = new HashMap<>();
  final List<String> log = new ArrayList<>();
  final List<PhaseStart> phases = new ArrayList<>();
  final List<ClockTable> tables = new ArrayList<>();
  final List<WorkerEvent> events = new ArrayList<>();
  final List<Long> asked = new ArrayList<>();
  private final List<Counters> countsHistory = new ArrayList<>();
  private Counters counted = Counters.ZERO;
  List<ProducerAssignment> producers = List.of();
  List<ConsumerAssignment> consumers = List.of();
  List<Integer> responders = List.of();
  RunSetup prepared;
  LoadPlan load;
  Profile processing;
  String bootId = "";

  /** Delay of the broker's counts in snapshots; negative: no counts. */
  int countsLag = -1;

  /** Whether the broker has counts only after the load has stopped, and announces them before. */
  boolean countsOnlyAnnounced;

  ProbeCounts probes = ProbeCounts.NONE;

  long offsetNanos;

  /** By how much the anchor that it names is not that of its clock. */
  long anchorErrorNanos;

  double driftRatio;
  long wayThereNanos;
  long wayBackNanos;

  /** Of the worker itself, between receiving the question and answering it. */
  long clockReadingTakesNanos;

  boolean generates = true;
  HostSample host = new HostSample(0.2, 0.5, 2, 0, 0, 0, 0, 1 << 20, 1 << 20, 0, LoadThreads.NONE);
  LoadState overrideLoad;

  /** Messages that the schedule wanted out when the load stopped. */
  long debtAtStop;

  boolean finished;
  private boolean dead;
  private boolean paused;
  private boolean running;
  private boolean probed;
  private double credit;
  private final Map<Integer, Long> sequences = new HashMap<>();
  private final List<Message> outstanding = new ArrayList<>();
  private final List<TelemetrySample> left = new ArrayList<>();
  private final ScriptedCounters counters = new ScriptedCounters();
  private Snapshot last;
  private long lastEnd;
  private long lastSequence;

  ScriptedWorker(String name, SimulatedBroker broker) {
    this.name = name;
    this.broker = broker;
    broker.workers.add(this);
    lastEnd = own(broker.clock.epochNanos());
  }

  ScriptedWorker fault(String operation, Fault fault) {
    faults.put(operation, fault);
    return this;
  }

  /** From the given call on (counted from 1) the operation never answers again. */
  ScriptedWorker silentFrom(String operation, int call) {
    return fault(
        operation,
        n -> {
          if (n >= call) {
            broker.clock.advance(500_000_000L);
            throw new WorkerException(
                name, operation, WorkerException.Kind.WORKER_LOST, "no answer within 500 ms", null);
          }
        });
  }

  /** Is killed by the operation's first call: nothing answers, nothing is received any more. */
  ScriptedWorker diesIn(String operation) {
    return fault(
        operation,
        n -> {
          dead = true;
          consumers = List.of();
          requireAlive(operation);
        });
  }

  private void requireAlive(String operation) throws WorkerException {
    if (dead) {
      silence = Optional.of("no response");
      throw new WorkerException(
          name, operation, WorkerException.Kind.WORKER_LOST, "connection refused", null);
    }
  }

  ScriptedWorker failing(String operation, WorkerException.Kind kind, String message) {
    return fault(
        operation,
        n -> {
          throw new WorkerException(name, operation, kind, message, null);
        });
  }

  int calls(String operation) {
    return calls.getOrDefault(operation, 0);
  }

  /** This worker's clock at a true moment. */
  long own(long trueNanos) {
    return trueNanos + offsetNanos + (long) (driftRatio * (trueNanos - ORIGIN));
  }

  static final long ORIGIN = 1_700_000_000_000_000_000L;

  private void enter(String operation) throws WorkerException {
    int call = calls.merge(operation, 1, Integer::sum);
    log.add(operation);
    requireAlive(operation);
    Fault fault = faults.get(operation);
    if (fault != null) {
      fault.on(call);
    }
  }

  @Override
  public Optional<String> silence() {
    return silence;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public WorkerInfo describe(Duration deadline) throws WorkerException {
    enter("describe");
    return new WorkerInfo(
        name, "test", new WorkerInfo.ClockDomain(bootId, offsetNanos + anchorErrorNanos), Map.of());
  }

  @Override
  public ClockReading readClock() throws WorkerException {
    enter("read-clock");
    long asked = broker.clock.nanoTime();
    broker.clock.advance(wayThereNanos);
    long received = own(broker.clock.epochNanos());
    broker.clock.advance(clockReadingTakesNanos);
    long answered = own(broker.clock.epochNanos());
    broker.clock.advance(wayBackNanos);
    return new ClockReading(answered, received, asked, broker.clock.nanoTime());
  }

  @Override
  public void prepare(RunSetup setup, Duration deadline) throws WorkerException {
    enter("prepare");
    prepared = setup;
    producers = List.of();
    consumers = List.of();
    probed = false;
  }

  @Override
  public Map<String, String> brokerFacts(Duration deadline) throws WorkerException {
    enter("broker-facts");
    return Map.of("broker.version", "1");
  }

  @Override
  public List<TopicHandle> createTopics(TopicsRequest request, Duration deadline)
      throws WorkerException {
    enter("create-topics");
    List<TopicHandle> made = new ArrayList<>();
    for (int i = 0; i < request.count(); i++) {
      made.add(new TopicHandle("topic-" + i, request.partitionsPerTopic()));
    }
    return made;
  }

  @Override
  public void createSubscriptions(List<SubscriptionHandle> subscriptions, Duration deadline)
      throws WorkerException {
    enter("create-subscriptions");
    subscriptions.forEach(each -> broker.subscribe(each.index(), each.topic().name()));
  }

  @Override
  public void createConsumers(List<ConsumerAssignment> mine, Duration deadline)
      throws WorkerException {
    enter("create-consumers");
    consumers = mine;
    mine.forEach(
        each -> broker.subscribe(each.subscription().index(), each.subscription().topic().name()));
  }

  @Override
  public void createProducers(List<ProducerAssignment> mine, Duration deadline)
      throws WorkerException {
    enter("create-producers");
    producers = mine;
  }

  @Override
  public Pairs createPairs(PairsCommand request, Duration deadline) throws WorkerException {
    enter("create-pairs");
    return new Pairs(true, "scripted", List.of(new RequestReplyPair(0, "requests", "")));
  }

  @Override
  public void createResponders(ResponderOrder order, Duration deadline) throws WorkerException {
    enter("create-responders");
    responders = order.indexes();
  }

  @Override
  public void createRequesters(RequesterOrder order, Duration deadline) throws WorkerException {
    enter("create-requesters");
    producers =
        order.indexes().stream()
            .map(index -> new ProducerAssignment(index, new TopicHandle("requests", 1)))
            .toList();
  }

  @Override
  public void probe() throws WorkerException {
    enter("probe");
    probed = true;
  }

  @Override
  public ProbeStatus probeStatus() throws WorkerException {
    enter("probe-status");
    Map<Integer, List<Integer>> heard = new HashMap<>();
    for (ConsumerAssignment consumer : consumers) {
      int subscription = consumer.subscription().index();
      if (broker.passesProbesTo.test(subscription)) {
        heard.put(subscription, probedProducersOf(consumer.subscription().topic()));
      }
    }
    return new ProbeStatus(
        producers.size(), probed ? producers.size() : 0, heard, List.of(), probes, broker.altered);
  }

  private List<Integer> probedProducersOf(TopicHandle topic) {
    return broker.workers.stream()
        .filter(worker -> worker.probed)
        .flatMap(worker -> worker.producers.stream())
        .filter(producer -> producer.topic().equals(topic))
        .map(ProducerAssignment::index)
        .toList();
  }

  @Override
  public void correctClocks(ClockTable table) throws WorkerException {
    enter("correct-clocks");
    tables.add(table);
  }

  @Override
  public void beginPhase(PhaseStart phase) throws WorkerException {
    enter("begin-phase");
    phases.removeIf(
        each -> each.index() >= phase.index() || each.startEpochNanos() > phase.startEpochNanos());
    phases.add(phase);
  }

  @Override
  public void changeMessages(PayloadSpec payload, KeyDistribution keys) throws WorkerException {
    enter("change-messages");
  }

  @Override
  public void startLoad(LoadPlan plan) throws WorkerException {
    enter("start-load");
    load = plan;
    running = true;
  }

  @Override
  public void changeRate(long effectiveEpochNanos, Profile ratePerSecond) throws WorkerException {
    enter("change-rate");
  }

  @Override
  public void changeProcessingTime(long effectiveEpochNanos, Profile processingNanos)
      throws WorkerException {
    enter("change-processing-time");
    processing = processingNanos;
  }

  @Override
  public void pauseConsumers() throws WorkerException {
    enter("pause-consumers");
    paused = true;
  }

  @Override
  public void resumeConsumers() throws WorkerException {
    enter("resume-consumers");
    paused = false;
  }

  boolean consumes(int subscription) {
    return !paused
        && consumers.stream().anyMatch(each -> each.subscription().index() == subscription);
  }

  void produceAt(long trueNanos) {
    settle(trueNanos);
    if (!running || !generates || load == null || own(trueNanos) < load.startEpochNanos()) {
      return;
    }
    double total =
        load.rate()
            .map(rate -> rate.valueAt(own(trueNanos) - load.startEpochNanos()))
            .orElse(broker.closedLoopPerSecond * load.totalProducers());
    credit += total / load.totalProducers() / 1_000;
    while (credit >= 1) {
      credit -= 1;
      producers.forEach(producer -> send(producer, trueNanos));
    }
  }

  private void send(ProducerAssignment producer, long trueNanos) {
    long share = load.messageLimit() / load.totalProducers();
    long sequence = sequences.getOrDefault(producer.index(), 0L);
    if (load.messageLimit() > 0 && sequence >= share) {
      finished = true;
      return;
    }
    sequences.put(producer.index(), sequence + 1);
    Message message =
        new Message(producer.index(), sequence, trueNanos, broker.acknowledgementOf(trueNanos));
    counters.sent(phaseOf(trueNanos), phaseOf(trueNanos));
    outstanding.add(message);
    if (!broker.neverAcknowledges.test(message)) {
      broker.publish(producer.topic().name(), message);
    }
  }

  private void settle(long trueNanos) {
    List<Message> done =
        outstanding.stream()
            .filter(m -> m.acknowledged() <= trueNanos && !broker.neverAcknowledges.test(m))
            .toList();
    outstanding.removeAll(done);
    done.forEach(
        m ->
            counters.acknowledged(
                phaseOf(m.intended()), phaseOf(trueNanos), m, m.acknowledged() - m.intended()));
  }

  void receive(int subscription, Message message, long trueNanos) {
    if (broker.corrupts.test(message)) {
      counters.corrupted(phaseOf(trueNanos));
      return;
    }
    counters.received(
        phaseOf(message.intended()),
        phaseOf(trueNanos),
        subscription,
        message,
        trueNanos,
        own(trueNanos));
  }

  private int phaseOf(long trueNanos) {
    int phase = 0;
    for (PhaseStart start : phases) {
      if (own(trueNanos) >= start.startEpochNanos()) {
        phase = start.index();
      }
    }
    return phase;
  }

  private List<TelemetrySample> telemetry(long epochNanos) {
    counted = counted.plus(counters.counters());
    countsHistory.add(counted);
    if (countsLag < 0) {
      return List.of();
    }
    if (countsOnlyAnnounced && running) {
      return List.of(
          new TelemetrySample(epochNanos, TelemetrySample.RUN_COUNTED_TOPICS, "worker", 1, 0));
    }
    Counters then = countsHistory.get(Math.max(0, countsHistory.size() - 1 - countsLag));
    long published = then.get(Counter.ACKNOWLEDGED) + probes.acknowledged();
    long delivered = then.get(Counter.RECEIVED) + probes.received();
    return List.of(
        new TelemetrySample(epochNanos, TelemetrySample.RUN_PUBLISHED, "queue", published, 1_000),
        new TelemetrySample(epochNanos, TelemetrySample.RUN_DELIVERED, "queue", delivered, 1_000));
  }

  @Override
  public Snapshot snapshot(long sequence) throws WorkerException {
    enter("snapshot");
    asked.add(sequence);
    if (sequence == lastSequence) {
      return last;
    }
    if (sequence != lastSequence + 1) {
      throw new WorkerException(
          name,
          "snapshot",
          WorkerException.Kind.INFRASTRUCTURE,
          "expected " + (lastSequence + 1) + ", got " + sequence,
          null);
    }
    broker.advance();
    long end = own(broker.clock.epochNanos());
    last =
        new Snapshot(
            "run",
            sequence,
            lastEnd,
            end,
            counters.counters(),
            counters.slices(),
            counters.audit(),
            state(),
            host,
            List.copyOf(events),
            telemetry(end));
    lastSequence = sequence;
    lastEnd = end;
    counters.clear();
    events.clear();
    fault("after-snapshot");
    return last;
  }

  private void fault(String operation) throws WorkerException {
    if (faults.containsKey(operation)) {
      enter(operation);
    }
  }

  private LoadState state() {
    if (overrideLoad != null) {
      return overrideLoad;
    }
    return new LoadState(running, finished, outstanding.size(), 0, 0, 0, false, false);
  }

  @Override
  public LoadSummary stopLoad(Duration deadline) throws WorkerException {
    enter("stop-load");
    broker.advance();
    running = false;
    return new LoadSummary(
        producers.stream()
            .map(p -> new ProducerTotals(p.index(), sequences.getOrDefault(p.index(), 0L)))
            .toList(),
        0,
        debtAtStop,
        0);
  }

  /** What the driver reads when everything is closed. */
  void leaves(TelemetrySample sample) {
    left.add(sample);
  }

  @Override
  public Optional<String> departure() {
    return departure;
  }

  @Override
  public FinishReport outstanding() throws WorkerException {
    enter("outstanding");
    return report(List.of());
  }

  private FinishReport report(List<TelemetrySample> telemetry) {
    return new FinishReport(
        outstanding.stream().map(m -> broker.clock.epochNanos() - m.intended()).toList(),
        outstanding.size(),
        0,
        List.of(),
        telemetry);
  }

  @Override
  public FinishReport finish(boolean deleteTopics, Duration deadline) throws WorkerException {
    enter("finish");
    return report(left);
  }

  @Override
  public void close() {
    log.add("close");
  }
}
