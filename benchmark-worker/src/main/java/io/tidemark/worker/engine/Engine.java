package io.tidemark.worker.engine;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.DetailedConsumerCallback;
import io.tidemark.measure.Clock;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.KeySource;
import io.tidemark.measure.PayloadPool;
import io.tidemark.measure.RecordedInterval;
import io.tidemark.model.load.LoadPlan;
import io.tidemark.model.load.Profile;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.ConsumerAssignment;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.LoadState;
import io.tidemark.model.worker.LoadSummary;
import io.tidemark.model.worker.PhaseSlice;
import io.tidemark.model.worker.PhaseStart;
import io.tidemark.model.worker.ProbeStatus;
import io.tidemark.model.worker.ProducerAssignment;
import io.tidemark.model.worker.RunSetup;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.stream.LongStream;

/**
 * The load and receive path of one worker in one run. Made anew for each run.
 *
 * <p>All methods may be called from any one thread at a time; callbacks and acknowledgements come
 * from the driver's threads meanwhile. None throws because of a driver's failure: those are counted
 * and told as events.
 */
public final class Engine implements AutoCloseable {
  private static final long PROBE_PASS_MILLIS = 30_000;

  private final Clock clock;
  private final RunSetup setup;
  private final EngineOptions options;
  private final Recording recording;
  private final EnvelopeLayout layout;
  private final PayloadPool payloads;
  private final IntFunction<KeySource> keys;
  private final Streams streams;
  private final Probes probes;
  private final ConsumerPace pace;
  private final List<Lane> lanes = new CopyOnWriteArrayList<>();
  private volatile Load load;
  private int stuckThreads;
  private long lastCutEpochNanos;

  public Engine(Clock clock, RunSetup setup, EngineOptions options) {
    this.clock = Objects.requireNonNull(clock);
    this.setup = Objects.requireNonNull(setup);
    this.options = Objects.requireNonNull(options);
    this.recording = new Recording(clock, setup.delivery());
    this.layout = ModelValues.layout(setup);
    this.payloads = ModelValues.payloads(setup, layout);
    this.keys = ModelValues.keys(setup.keys(), setup.seed());
    this.streams = new Streams(setup.totalProducers());
    this.probes = new Probes(clock);
    this.pace = new ConsumerPace(clock);
    this.lastCutEpochNanos = clock.epochNanos();
  }

  /** Where the driver hands in what this consumer receives; one per consumer. */
  public DetailedConsumerCallback callbackFor(ConsumerAssignment consumer) {
    return new Receiver(
        recording,
        layout,
        setup.runEpoch(),
        streams.subscription(consumer.subscription().index()),
        consumer,
        probes,
        pace);
  }

  /** Before {@link #startLoad}. The engine never closes the producer. */
  public void addProducer(ProducerAssignment assignment, BenchmarkProducer producer) {
    requireNotStarted("addProducer");
    int index = assignment.index();
    if (index < 0 || index >= setup.totalProducers()) {
      throw new IllegalArgumentException(
          "producer " + index + " of a run with " + setup.totalProducers());
    }
    lanes.add(
        new Lane(
            recording,
            index,
            lanes.size(),
            Objects.requireNonNull(producer),
            new EnvelopeWriter(layout, setup.runEpoch(), index),
            payloads.draw(setup.seed(), index),
            keys.apply(index),
            options.copiesPayload() ? PayloadBuffer.reused() : PayloadBuffer.fresh()));
  }

  /**
   * Sends a probe from every producer whose last one has not been acknowledged, or is a second old:
   * it may have come before a consumer was there. Does not wait. Before {@link #startLoad}.
   */
  public void probe() {
    requireNotStarted("probe");
    probes.send(lanes, options.contextClassLoader());
  }

  public ProbeStatus probeStatus() {
    return probes.status(lanes.size());
  }

  /** Stamps of other workers are corrected by this table from now on. */
  public void correctClocks(ClockTable table) {
    recording.correction(StampCorrection.of(table));
  }

  public void beginPhase(PhaseStart phase) {
    recording.phases(recording.phases().with(phase));
  }

  /** Starts the load threads; the schedule begins at the plan's start. Once per engine. */
  public void startLoad(LoadPlan plan) {
    if (!probes.awaitPass(PROBE_PASS_MILLIS)) {
      throw new IllegalStateException(
          "a probe has been blocked in its send for " + PROBE_PASS_MILLIS / 1000 + " s");
    }
    prepareLoad(plan).start(options, "load-" + setup.workerIndex());
  }

  /** The load without threads, for a test that steps its shards. */
  Load prepareLoad(LoadPlan plan) {
    requireNotStarted("startLoad");
    Load prepared =
        new Load(
            recording,
            plan,
            setup.lease(),
            options,
            List.copyOf(lanes),
            payloads.largestBytes(),
            setup.seed());
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
  public void changeRate(long effectiveEpochNanos, Profile ratePerSecond) {
    Load started = load;
    if (started == null) {
      throw new IllegalStateException("changeRate: the load has not been started");
    }
    started.changeRate(effectiveEpochNanos, ratePerSecond);
  }

  /** How long each consumer pretends to process a message from a moment on. */
  public void changeProcessingTime(long effectiveEpochNanos, Profile processingNanos) {
    pace.changeProcessingTime(effectiveEpochNanos, processingNanos);
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
    RecordedInterval interval = recording.recorder.cut();
    List<PhaseSlice> slices = interval.phases().stream().map(ModelValues::slice).toList();
    Load started = load;
    return new EngineCut(
        start,
        end,
        slices.stream().map(PhaseSlice::counters).reduce(Counters.ZERO, Counters::plus),
        slices,
        ModelValues.audit(interval, sender -> lanes.get(sender).producerIndex(), streams::numbered),
        started == null ? LoadState.IDLE : started.state(end),
        recording.events.drain());
  }

  /** Stops sending and joins the load threads; receiving goes on. Safe to repeat. */
  public LoadSummary stopLoad(Duration deadline) {
    Load started = load;
    if (started != null) {
      stuckThreads = started.stop(deadline);
    }
    return new LoadSummary(
        lanes.stream()
            .map(lane -> new LoadSummary.ProducerTotals(lane.producerIndex(), lane.sent()))
            .toList(),
        stuckThreads);
  }

  /** Sends that have neither been acknowledged nor failed by now. */
  public Unacknowledged unacknowledged() {
    long now = clock.epochNanos();
    LongStream.Builder ages = LongStream.builder();
    for (Lane lane : lanes) {
      lane.flights().forEachActive(intended -> ages.add(now - intended));
    }
    long[] sorted = ages.build().sorted().toArray();
    int most = Math.min(sorted.length, Unacknowledged.MOST_AGES);
    List<Long> oldest =
        LongStream.range(0, most).mapToObj(i -> sorted[sorted.length - 1 - (int) i]).toList();
    return new Unacknowledged(sorted.length, oldest);
  }

  /** Somebody still wants this run. A lease that is over is not revived. */
  public void renewLease() {
    Load started = load;
    if (started != null) {
      started.renewLease(clock.epochNanos());
    }
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
