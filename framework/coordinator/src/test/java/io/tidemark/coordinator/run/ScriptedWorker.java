package io.tidemark.coordinator.run;

import io.tidemark.coordinator.run.SimulatedBroker.Message;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.ProcessingVariation;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.model.worker.ClientsReport;
import io.tidemark.model.worker.ClientsRequest;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.FinishReport;
import io.tidemark.model.worker.LoadReport;
import io.tidemark.model.worker.LoadReport.ProducerTotals;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.ProbeCounts;
import io.tidemark.model.worker.ProbeReport;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.TopicsRequest;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A worker in memory whose clock, messages and failures the test decides. All its stamps are in its
 * own clock.
 */
public final class ScriptedWorker extends FaultyWorker {
  public final List<PhaseRequest> phases = new ArrayList<>();
  public final List<ClockTable> tables = new ArrayList<>();
  public final List<WorkerEvent> events = new ArrayList<>();
  private final List<Counters> countsHistory = new ArrayList<>();
  private Counters counted = Counters.ZERO;
  public List<ProducerRequest> producers = List.of();
  public List<ConsumerRequest> consumers = List.of();
  public RunSetup prepared;
  public LoadRequest load;
  public Curve processing;

  /** Delay of the broker's counts in snapshots; negative: no counts. */
  public int countsLag = -1;

  /** Whether the broker has counts only after the load has stopped, and announces them before. */
  public boolean countsOnlyAnnounced;

  public ProbeCounts probes = ProbeCounts.NONE;
  public boolean generates = true;
  public HostSample host =
      new HostSample(0.2, 0.5, 2, 0, 0, 0, 0, 1 << 20, 1 << 20, 0, LoadThreads.NONE);
  public LoadState overrideLoad;
  public final List<ClientsRequest> orders = new ArrayList<>();

  /** Messages that the schedule wanted out when the load stopped. */
  public long debtAtStop;

  public boolean finished;
  public boolean deletedTopics;
  private long lastAnswer;
  private boolean paused;
  private boolean running;
  private boolean probed;
  private double credit;
  private final Map<Integer, Long> sequences = new HashMap<>();
  private final List<Message> outstanding = new ArrayList<>();
  private final List<TelemetrySample> left = new ArrayList<>();
  private final List<TelemetrySample> readings = new ArrayList<>();
  private final ScriptedCounters counters = new ScriptedCounters();
  private Snapshot last;
  private long lastEnd;
  private long lastSequence;

  public ScriptedWorker(String name, SimulatedBroker broker) {
    super(name, broker);
    broker.workers.add(this);
    lastEnd = own(broker.clock.epochNanos());
  }

  @Override
  public ScriptedWorker self() {
    return this;
  }

  /** Is killed by the operation's first call: nothing answers, nothing is received any more. */
  public ScriptedWorker diesIn(String operation) {
    return fault(
        operation,
        n -> {
          dead = true;
          consumers = List.of();
          requireAlive(operation);
        });
  }

  public void prepare(RunSetup setup, Duration deadline) throws WorkerException {
    enter("prepare");
    prepared = setup;
    producers = List.of();
    consumers = List.of();
    probed = false;
  }

  public List<TopicHandle> createTopics(TopicsRequest request, Duration deadline)
      throws WorkerException {
    enter("create-topics");
    List<TopicHandle> made = new ArrayList<>();
    for (int i = 0; i < request.count(); i++) {
      made.add(new TopicHandle("topic-" + i, request.partitionsPerTopic()));
    }
    return made;
  }

  public void createSubscriptions(List<SubscriptionHandle> subscriptions, Duration deadline)
      throws WorkerException {
    enter("create-subscriptions");
    subscriptions.forEach(each -> broker.subscribe(each.index(), each.topic().name()));
  }

  public void createConsumers(List<ConsumerRequest> mine, Duration deadline)
      throws WorkerException {
    enter("create-consumers");
    consumers = mine;
    mine.forEach(
        each -> broker.subscribe(each.subscription().index(), each.subscription().topic().name()));
  }

  public void createProducers(List<ProducerRequest> mine, Duration deadline)
      throws WorkerException {
    enter("create-producers");
    producers = mine;
  }

  public void probe() throws WorkerException {
    enter("probe");
    probed = true;
  }

  public ProbeReport probeStatus() throws WorkerException {
    enter("probe-status");
    Map<Integer, List<Integer>> producersBySubscription = new HashMap<>();
    for (ConsumerRequest consumer : consumers) {
      int subscription = consumer.subscription().index();
      if (broker.passesProbesTo.test(subscription)) {
        producersBySubscription.put(
            subscription, probedProducersOf(consumer.subscription().topic()));
      }
    }
    return new ProbeReport(
        producers.size(),
        probed ? producers.size() : 0,
        producersBySubscription,
        broker.withoutStamp,
        broker.probeFailures,
        probes,
        broker.altered);
  }

  private List<Integer> probedProducersOf(TopicHandle topic) {
    return broker.workers.stream()
        .filter(worker -> worker.probed)
        .flatMap(worker -> worker.producers.stream())
        .filter(producer -> producer.topic().equals(topic))
        .map(ProducerRequest::index)
        .toList();
  }

  public void correctClocks(ClockTable table) throws WorkerException {
    enter("correct-clocks");
    tables.add(table);
  }

  public void announcePhases(List<PhaseRequest> announced) throws WorkerException {
    enter("announce-phases");
    PhaseRequest first = announced.get(0);
    phases.removeIf(
        each -> each.index() >= first.index() || each.startEpochNanos() > first.startEpochNanos());
    phases.addAll(announced);
  }

  public void startLoad(LoadRequest plan) throws WorkerException {
    enter("start-load");
    load = plan;
    running = true;
  }

  public ClientsReport changeClients(ClientsRequest request) throws WorkerException {
    enter("change-clients");
    if (orders.isEmpty() || !orders.get(orders.size() - 1).equals(request)) {
      orders.add(request);
    }
    return new ClientsReport(request.producers(), request.consumers(), true, "");
  }

  public void newSchedule(long startEpochNanos, LoadShape shape) throws WorkerException {
    enter("new-schedule");
    load = load(startEpochNanos, shape);
    credit = 0;
  }

  private LoadRequest load(long startEpochNanos, LoadShape shape) {
    return new LoadRequest(
        startEpochNanos,
        shape,
        load.totalProducers(),
        load.arrivals(),
        load.maxInFlightPerProducer(),
        load.messageLimit(),
        load.startDelayNanos());
  }

  public void changeRate(long effectiveEpochNanos, Curve rate) throws WorkerException {
    enter("change-rate");
    long from = effectiveEpochNanos - load.startEpochNanos();
    Curve before = load.shape().rate().orElseThrow();
    List<Curve.Point> points =
        new ArrayList<>(before.points().stream().filter(p -> p.offsetNanos() < from).toList());
    points.add(new Curve.Point(from, before.valueAt(from)));
    rate.points().forEach(p -> points.add(new Curve.Point(from + p.offsetNanos(), p.value())));
    load =
        load(
            load.startEpochNanos(),
            new LoadShape(
                Optional.of(new Curve(points)),
                load.shape().activeProducers(),
                load.shape().sizes()));
  }

  public void changeProcessingTime(
      long effectiveEpochNanos, Curve processingNanos, ProcessingVariation variation)
      throws WorkerException {
    enter("change-processing-time");
    processing = processingNanos;
  }

  public void pauseConsumers() throws WorkerException {
    enter("pause-consumers");
    paused = true;
  }

  public void resumeConsumers() throws WorkerException {
    enter("resume-consumers");
    paused = false;
  }

  public boolean consumes(int subscription) {
    return !paused
        && consumers.stream().anyMatch(each -> each.subscription().index() == subscription);
  }

  public void produceAt(long trueNanos) {
    settle(trueNanos);
    if (!running || !generates || load == null || own(trueNanos) < load.startEpochNanos()) {
      return;
    }
    double total =
        load.shape()
            .rate()
            .map(rate -> rate.valueAt(own(trueNanos) - load.startEpochNanos()))
            .orElse(broker.closedLoopPerSecond * load.totalProducers());
    credit += total / load.totalProducers() / 1_000;
    while (credit >= 1) {
      credit -= 1;
      producers.forEach(producer -> send(producer, trueNanos));
    }
  }

  private void send(ProducerRequest producer, long trueNanos) {
    long share = load.messageLimit() / load.totalProducers();
    long sequence = sequences.getOrDefault(producer.index(), 0L);
    if (load.messageLimit() > 0 && sequence >= share) {
      finished = true;
      return;
    }
    sequences.put(producer.index(), sequence + 1);
    finished =
        load.messageLimit() > 0
            && producers.stream()
                .allMatch(each -> sequences.getOrDefault(each.index(), 0L) >= share);
    Message message =
        new Message(producer.index(), sequence, trueNanos, broker.acknowledgementOf(trueNanos));
    counters.sent(phaseOf(trueNanos), phaseOf(trueNanos));
    outstanding.add(message);
    if (!broker.neverAcknowledges.test(message)) {
      broker.publish(producer.topic().name(), message);
    }
  }

  private void settle(long trueNanos) {
    outstanding.removeIf(
        m -> {
          boolean done = m.acknowledged() <= trueNanos && !broker.neverAcknowledges.test(m);
          if (done) {
            lastAnswer = Math.max(lastAnswer, own(m.acknowledged()));
            counters.acknowledged(
                phaseOf(m.intended()), phaseOf(trueNanos), m, m.acknowledged() - m.intended());
          }
          return done;
        });
  }

  public void receive(int subscription, Message message, long trueNanos) {
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
    long ownNanos = own(trueNanos);
    for (int i = phases.size() - 1; i >= 0; i--) {
      if (ownNanos >= phases.get(i).startEpochNanos()) {
        return phases.get(i).index();
      }
    }
    return 0;
  }

  /** What the next snapshot has as a reading of the broker. */
  public void reads(TelemetrySample reading) {
    readings.add(reading);
  }

  private List<TelemetrySample> telemetry(long epochNanos) {
    if (!readings.isEmpty()) {
      List<TelemetrySample> taken = List.copyOf(readings);
      readings.clear();
      return taken;
    }
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

  public Snapshot snapshot(long sequence) throws WorkerException {
    enter("snapshot");
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
            telemetry(end),
            MessageSpans.NONE,
            Map.of());
    lastSequence = sequence;
    lastEnd = end;
    counters.clear();
    events.clear();
    fault("after-snapshot");
    return last;
  }

  private LoadState state() {
    if (overrideLoad != null) {
      return overrideLoad;
    }
    long oldest = outstanding.stream().mapToLong(Message::intended).min().orElse(Long.MAX_VALUE);
    long age = Math.max(0, broker.clock.epochNanos() - oldest);
    return new LoadState(
        running,
        finished,
        finished ? lastAnswer : 0,
        outstanding.size(),
        outstanding.isEmpty() ? 0 : age,
        0,
        0,
        false,
        false);
  }

  public LoadReport stopLoad(Duration deadline) throws WorkerException {
    enter("stop-load");
    broker.advance();
    running = false;
    return new LoadReport(
        producers.stream()
            .map(p -> new ProducerTotals(p.index(), sequences.getOrDefault(p.index(), 0L)))
            .toList(),
        0,
        debtAtStop,
        0);
  }

  /** What the driver reads when everything is closed. */
  public void leaves(TelemetrySample sample) {
    left.add(sample);
  }

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

  public FinishReport finish(boolean deleteTopics, Duration deadline) throws WorkerException {
    enter("finish");
    deletedTopics = deleteTopics;
    return report(left);
  }

  public void close() {
    log.add("close");
  }
}
