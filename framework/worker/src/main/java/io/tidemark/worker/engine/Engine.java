package io.tidemark.worker.engine;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.base.Clock;
import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.Requester;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeReader;
import io.tidemark.measure.EnvelopeReader.Result;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.RecordedInterval;
import io.tidemark.measure.payload.KeySource;
import io.tidemark.measure.payload.PayloadPool;
import io.tidemark.measure.payload.SizedBodies;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.InFlightUntil;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.ProcessingVariation;
import io.tidemark.model.outcome.OutcomePlan;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.MessageSpans;
import io.tidemark.model.snapshot.OffsetSamples;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.snapshot.Settled;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.LoadReport;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.ProbeReport;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.TracePart;
import io.tidemark.worker.engine.load.ClientSwitch;
import io.tidemark.worker.engine.load.Course;
import io.tidemark.worker.engine.load.EngineOptions;
import io.tidemark.worker.engine.load.Lane;
import io.tidemark.worker.engine.load.Load;
import io.tidemark.worker.engine.load.PayloadBuffer;
import io.tidemark.worker.engine.load.PrioritySends;
import io.tidemark.worker.engine.load.ProducerSender;
import io.tidemark.worker.engine.load.Receptions;
import io.tidemark.worker.engine.load.Replay;
import io.tidemark.worker.engine.load.Sender;
import io.tidemark.worker.engine.outcome.DeadLetterReceiver;
import io.tidemark.worker.engine.outcome.OutcomeLog;
import io.tidemark.worker.engine.outcome.OutcomeReceiver;
import io.tidemark.worker.engine.receive.AlteredProbes;
import io.tidemark.worker.engine.receive.ConsumerPace;
import io.tidemark.worker.engine.receive.MessageReceiver;
import io.tidemark.worker.engine.receive.PriorityReceiver;
import io.tidemark.worker.engine.receive.Probes;
import io.tidemark.worker.engine.record.EnvelopeScope;
import io.tidemark.worker.engine.record.OffsetLog;
import io.tidemark.worker.engine.record.PriorityLog;
import io.tidemark.worker.engine.record.Recording;
import io.tidemark.worker.engine.record.SequenceStreams;
import io.tidemark.worker.engine.record.SpanLog;
import io.tidemark.worker.engine.record.StampCorrection;
import io.tidemark.worker.engine.record.SubscriptionGroup;
import io.tidemark.worker.engine.requestreply.ReplyTimeouts;
import io.tidemark.worker.engine.requestreply.RequesterSender;
import io.tidemark.worker.engine.requestreply.ResponderHandler;
import io.tidemark.worker.headers.HeaderSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The load and receive path of one worker in one run. Made anew for each run.
 *
 * <p>All methods may be called from any one thread at a time; callbacks and acknowledgements come
 * from the driver's threads meanwhile. None throws because of a driver's failure: those are counted
 * and reported as events.
 */
public final class Engine implements AutoCloseable {
  private static final long PROBE_PASS_MILLIS = 30_000;

  private final Clock clock;
  private final RunSetup setup;
  private final EngineOptions options;
  private final Recording recording;
  private final EnvelopeLayout layout;
  private PayloadPool payloads;
  private IntFunction<KeySource> keys;
  private final SequenceStreams streams;
  private final Probes probes;
  private final ConsumerPace pace;
  private final EnvelopeScope scope;

  /** If producers wait for them; null otherwise. */
  private final @Nullable Receptions receptions;

  /** If messages are traced; null otherwise. */
  private final @Nullable SpanLog traces;

  /** If offsets are audited; null otherwise. */
  private final @Nullable OffsetLog offsets;

  /** If consumers refuse messages; null otherwise. */
  private final @Nullable OutcomeLog outcomes;

  /** If messages have priorities; null otherwise. */
  private final @Nullable PriorityLog priorities;

  private final List<Lane> lanes = new CopyOnWriteArrayList<>();
  private final Map<Integer, RequesterSender> unconnected = new LinkedHashMap<>();
  private final List<RequesterSender> requesters = new CopyOnWriteArrayList<>();
  private @Nullable ReplyTimeouts timeouts;
  private volatile @Nullable Load load;
  private PayloadSpec.Content content;
  private @Nullable Replay replay;
  private long startDelayNanos;
  private boolean waitsForReply;
  private int stuckThreads;
  private long lastCutEpochNanos;

  public Engine(Clock clock, RunSetup setup, EngineOptions options) {
    this.clock = clock;
    this.setup = setup;
    this.options = options;
    this.traces = setup.messages().trace().map(share -> new SpanLog(share.every())).orElse(null);
    this.offsets = setup.consumers().auditOffsets() ? new OffsetLog() : null;
    this.outcomes =
        setup
            .consumers()
            .outcomes()
            .map(keys -> new OutcomeLog(new OutcomePlan(keys, setup.messages().seed())))
            .orElse(null);
    this.priorities = setup.messages().priorityPlan().map(PriorityLog::new).orElse(null);
    this.recording = new Recording(clock, setup.consumers().delivery(), traces, offsets);
    this.layout = EnvelopeLayout.forProducers(setup.messages().envelope(), setup.totalProducers());
    this.scope = new EnvelopeScope(recording, layout, setup.runEpoch());
    this.receptions =
        setup.inFlightUntil() == InFlightUntil.RECEIVED
            ? new Receptions(recording, setup.totalProducers())
            : null;
    this.payloads =
        new PayloadPool(setup.payload(), setup.messages().seed(), layout, clock::epochNanos);
    this.content = setup.payload().content();
    this.keys = ModelValues.keys(setup.messages());
    this.streams = new SequenceStreams(setup.totalProducers());
    PayloadPool.Body first = payloads.draw(setup.messages().seed(), 0).first();
    byte[] probe =
        new EnvelopeWriter(layout, setup.runEpoch(), 0).probe(first.bytes(), first.length(), 0, 0);
    this.probes = new Probes(clock, new AlteredProbes(clock, scope, probe));
    this.pace = new ConsumerPace(clock, setup.messages().seed() + setup.workerIndex());
    this.lastCutEpochNanos = clock.epochNanos();
  }

  /** Where the driver hands in what this consumer receives; one per consumer. */
  public MessageCallback callbackFor(ConsumerRequest consumer) {
    SubscriptionGroup subscription = streams.subscription(consumer.subscription().index());
    Supplier<MessageReceiver> receivers =
        () -> new MessageReceiver(scope, subscription, consumer, probes, pace, receptions);
    if (priorities != null) {
      return new PriorityReceiver(scope, subscription, priorities, receivers);
    }
    MessageReceiver receiver = receivers.get();
    return outcomes == null
        ? receiver
        : new OutcomeReceiver(scope, subscription, receiver, pace, outcomes);
  }

  /** Where the driver hands in the dead letters of a subscription, in a run with outcomes. */
  public MessageCallback deadLettersOf(int subscription) {
    if (outcomes == null) {
      throw new IllegalStateException("consumers of this run accept all messages");
    }
    return new DeadLetterReceiver(scope, streams.subscription(subscription), outcomes);
  }

  /** Before {@link #startLoad}. The engine never closes the producer. */
  public void addProducer(ProducerRequest assignment, BenchmarkProducer producer) {
    requireNotStarted("addProducer");
    int index = assignment.index();
    requireProducer(index);
    PayloadBuffer buffer = options.copiesPayload() ? PayloadBuffer.reused() : PayloadBuffer.fresh();
    EnvelopeWriter writer = writer(index);
    UnaryOperator<BenchmarkProducer> headers = HeaderSource.of(setup, index, clock, writer);
    PrioritySends sends =
        priorities == null ? null : new PrioritySends(recording, priorities, index);
    UnaryOperator<BenchmarkProducer> used =
        sends == null ? headers : each -> headers.apply(sends.of(each));
    ProducerSender sender =
        receptions == null
            ? new ProducerSender(producer, used)
            : receptions.sender(producer, used, index, lanes.size());
    if (sends != null) {
      sender.prioritize(sends);
    }
    addLane(index, sender, writer, keys.apply(index), buffer);
  }

  private EnvelopeWriter writer(int producer) {
    return new EnvelopeWriter(layout, setup.runEpoch(), producer);
  }

  private void addLane(
      int index, Sender sender, EnvelopeWriter writer, KeySource keySource, PayloadBuffer buffer) {
    lanes.add(
        new Lane(
            recording,
            index,
            lanes.size(),
            sender,
            writer,
            payloads.draw(setup.messages().seed(), index),
            keySource,
            buffer,
            setup.messages().seed()));
  }

  /** Replaces what messages consist of and their keys. Before {@link #startLoad}. */
  public void changeMessages(PayloadSpec payload, KeyDistribution distribution) {
    requireNotStarted("changeMessages");
    if (!requesters.isEmpty()) {
      throw new IllegalStateException("changeMessages: requesters keep the messages of the setup");
    }
    payloads = pool(payload);
    content = payload.content();
    keys = ModelValues.keys(setup.messages().withKeys(distribution));
    for (Lane lane : lanes) {
      int index = lane.producerIndex();
      lane.messages(payloads.draw(setup.messages().seed(), index), keys.apply(index));
    }
  }

  /** Where the driver hands in the replies of this requester; one per requester, before it. */
  public ReplyCallback replyCallbackFor(int requester, int subscription) {
    requireNotStarted("replyCallbackFor");
    requireProducer(requester);
    return unconnected.computeIfAbsent(
        requester,
        index ->
            new RequesterSender(
                scope,
                index,
                lanes.size() + unconnected.size(),
                streams.subscription(subscription).stream(index),
                probes,
                setup.requestReply().orElseThrow().replyTimeout().toNanos()));
  }

  /** Before {@link #startLoad}. The engine never closes the requester. */
  public void addRequester(int index, Requester requester) {
    requireNotStarted("addRequester");
    RequesterSender sender = unconnected.remove(index);
    if (sender == null) {
      throw new IllegalArgumentException("requester " + index + " has no reply callback");
    }
    if (sender.number() != lanes.size()) {
      throw new IllegalStateException("requesters must come in the order of their callbacks");
    }
    sender.connect(requester);
    waitsForReply |= requester.waitsForReply();
    requesters.add(sender);
    addLane(index, sender, writer(index), KeySource.none(), PayloadBuffer.fresh());
  }

  private void requireProducer(int index) {
    if (index < 0 || index >= setup.totalProducers()) {
      throw new IllegalArgumentException(
          "producer " + index + " of a run with " + setup.totalProducers());
    }
  }

  /** Where the driver hands in what this responder receives; one per responder. */
  public RequestHandler requestHandlerFor(int responder, int subscription) {
    return new ResponderHandler(
        scope,
        responder,
        streams.subscription(subscription),
        probes,
        pace,
        ModelValues.fixedReply(setup, layout, clock));
  }

  /** The requester that a request, a reply or a probe of this run belongs to; -1 for none. */
  public int requesterOf(byte[] payload) {
    EnvelopeReader reader = new EnvelopeReader();
    Result result = reader.read(payload, layout, setup.runEpoch(), false);
    return result == Result.OURS && reader.producer() < setup.totalProducers()
        ? reader.producer()
        : -1;
  }

  /**
   * Sends a probe from every producer whose last one has not been acknowledged, or is a second old:
   * it may have come before a consumer was there. Does not wait. Before {@link #startLoad}.
   */
  public void probe() {
    requireNotStarted("probe");
    probes.send(lanes, options.contextClassLoader());
  }

  public ProbeReport probeStatus() {
    return probes.status(lanes.size());
  }

  /** The latest failure of a consumer. */
  public Optional<String> receiveFailure() {
    return recording.events.last();
  }

  /** Before the load: what the broker refuses for good, so that waiting is of no use. */
  public Optional<String> refusal() {
    return load == null ? probes.refusal().or(recording.events::refusal) : Optional.empty();
  }

  /** Stamps of other workers are corrected by this table from now on. */
  public void correctClocks(ClockTable table) {
    recording.correction(StampCorrection.of(table));
  }

  public void announcePhases(List<PhaseRequest> phases) {
    recording.phases(recording.phases().with(phases));
  }

  /** The next part of a trace, which replaces times, sizes and keys. Before {@link #startLoad}. */
  public void addTrace(TracePart block) {
    requireNotStarted("addTrace");
    if (replay == null) {
      replay =
          new Replay(
              new SizedBodies(content, setup.messages().seed(), payloads.largestBytes(), layout));
    }
    replay.add(block);
  }

  /** Starts the load threads; the schedule begins at the plan's start. Once per engine. */
  public void startLoad(LoadRequest plan) {
    if (!probes.awaitPass(PROBE_PASS_MILLIS)) {
      throw new IllegalStateException(
          "a probe is blocked in its send for " + PROBE_PASS_MILLIS / 1000 + " s");
    }
    prepareLoad(plan).start(options, "load-" + setup.workerIndex());
    if (!requesters.isEmpty()) {
      long timeoutNanos = setup.requestReply().orElseThrow().replyTimeout().toNanos();
      String name = "reply-timeouts-" + setup.workerIndex();
      timeouts = new ReplyTimeouts(clock, requesters, timeoutNanos, recording, name);
    }
  }

  /** The load without threads, for a test that steps its shards. */
  public Load prepareLoad(LoadRequest plan) {
    requireNotStarted("startLoad");
    startDelayNanos = plan.startDelayNanos();
    Course course = course(plan.startEpochNanos(), plan.shape());
    if (replay != null) {
      lanes.forEach(replay::prepare);
    }
    Load prepared =
        new Load(
            recording,
            plan,
            setup.lease(),
            waitsForReply ? options.withWaitingSends() : options,
            List.copyOf(lanes),
            course,
            Math.max(payloads.largestBytes(), course.largestBytes()),
            setup.messages().seed(),
            Optional.ofNullable(replay));
    prepared.renewLease(clock.epochNanos());
    load = prepared;
    return prepared;
  }

  private void requireNotStarted(String operation) {
    if (load != null) {
      throw new IllegalStateException(operation + ": the load has been started already");
    }
  }

  /** Replaces the rate from a moment on; debt from before is kept. */
  public void changeRate(long effectiveEpochNanos, Curve ratePerSecond) {
    started("changeRate").changeRate(effectiveEpochNanos, ratePerSecond);
  }

  /** Begins another schedule; nothing of the present one is due any more. */
  public void newSchedule(long startEpochNanos, LoadShape shape) {
    started("newSchedule").follow(course(startEpochNanos, shape));
  }

  private Course course(long startEpochNanos, LoadShape shape) {
    return Course.of(startEpochNanos, shape, startDelayNanos, content, this::pool);
  }

  private PayloadPool pool(PayloadSpec spec) {
    return new PayloadPool(spec, setup.messages().seed(), layout, clock::epochNanos);
  }

  private Load started(String operation) {
    Load started = load;
    if (started == null) {
      throw new IllegalStateException(operation + ": the load has not been started");
    }
    return started;
  }

  /** Closing and opening clients while the load is under way. */
  public ClientSwitch clients() {
    return new ClientSwitch(recording, lanes, () -> load);
  }

  /** How long each consumer pretends to process a message from a moment on. */
  public void changeProcessingTime(
      long effectiveEpochNanos, Curve processingNanos, ProcessingVariation variation) {
    pace.changeProcessingTime(effectiveEpochNanos, processingNanos, variation);
  }

  /** For consumers that cannot pause: callbacks wait, after recording, until it is false again. */
  public void holdDeliveries(boolean hold) {
    pace.hold(hold);
  }

  /** What happened since the cut before. Does not renew the lease. */
  public EngineCut cut() {
    long start = lastCutEpochNanos;
    long end = Math.max(start, clock.epochNanos());
    lastCutEpochNanos = end;
    requesters.forEach(requester -> requester.expire(end)); // So the cut has all that are over.
    RecordedInterval interval = recording.recorder.cut();
    // After the cut, which has no acceptance then whose refusals come later.
    List<Settled> settled = outcomes == null ? List.of() : outcomes.drain();
    List<PhaseSlice> slices = interval.phases();
    Load started = load;
    LoadState state = started == null ? LoadState.IDLE : started.state(end);
    return new EngineCut(
        start,
        end,
        slices.stream().map(PhaseSlice::counters).reduce(Counters.ZERO, Counters::plus),
        slices,
        ModelValues.audit(interval, sender -> lanes.get(sender).producerIndex(), streams::numbered)
            .with(offsets == null ? OffsetSamples.NONE : offsets.drain())
            .with(settled),
        state,
        started == null ? LoadThreads.NONE : started.threads(end, state),
        recording.events.drain(),
        traces == null
            ? MessageSpans.NONE
            : traces.drain(sender -> lanes.get(sender).producerIndex()),
        priorities == null ? Map.of() : priorities.cut());
  }

  /** Stops sending and joins the load threads; receiving goes on. Safe to repeat. */
  public LoadReport stopLoad(Duration deadline) {
    Load started = load;
    if (started != null) {
      stuckThreads = started.stop(deadline);
    }
    return new LoadReport(
        lanes.stream()
            .map(lane -> new LoadReport.ProducerTotals(lane.producerIndex(), lane.sent()))
            .toList(),
        stuckThreads,
        started == null ? 0 : started.debtAtStop(),
        started == null ? 0 : started.lagAtStopNanos());
  }

  /** Sends that have neither been acknowledged nor failed by now. */
  public Unacknowledged unacknowledged() {
    long now = clock.epochNanos();
    LongStream.Builder ages = LongStream.builder();
    for (Lane lane : lanes) {
      lane.forEachUnacknowledged(intended -> ages.add(now - intended));
    }
    long[] sorted = ages.build().sorted().toArray();
    int most = Math.min(sorted.length, Unacknowledged.MOST_AGES);
    List<Long> oldest =
        LongStream.range(0, most).mapToObj(i -> sorted[sorted.length - 1 - (int) i]).toList();
    long ended = requesters.stream().mapToLong(RequesterSender::endedUnreported).sum();
    return new Unacknowledged(sorted.length + ended, oldest);
  }

  /** Requests that have neither a reply nor a timeout by now. */
  public long unanswered() {
    return requesters.stream().mapToLong(RequesterSender::unanswered).sum();
  }

  /** Renews the lease; an expired one is not renewed. */
  public void renewLease() {
    Load started = load;
    if (started != null) {
      started.renewLease(clock.epochNanos());
    }
  }

  /** Times out requests, for tests without a thread for it. */
  void expireRequests() {
    requesters.forEach(requester -> requester.expire(clock.epochNanos()));
  }

  /** Mistakes of the engine itself, which it kept from the driver; for tests. */
  long ownFailures() {
    return recording.ownFailures();
  }

  /** Stops the load, releases held callbacks; late acknowledgements are ignored from now on. */
  @Override
  public void close() {
    recording.close();
    pace.close();
    if (timeouts != null) {
      timeouts.close();
    }
    Load started = load;
    if (started != null) {
      started.close();
    }
  }

  @Override
  public String toString() {
    return "Engine[" + setup.runId() + ", " + options + "]";
  }
}
