package io.tidemark.worker.engine;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.measure.Clock;
import io.tidemark.model.load.Arrivals;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.LoadPlan;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.Profile;
import io.tidemark.model.worker.ConsumerAssignment;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.LatencyHistogram;
import io.tidemark.model.worker.Measure;
import io.tidemark.model.worker.PhaseSlice;
import io.tidemark.model.worker.ProducerAssignment;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * What the engine can do on this machine, beside what the machine can do at all. The messages go to
 * a producer that hands them to the consumer on the spot, so that only the engine is measured.
 *
 * <p>Takes half a minute or so; blocks the caller. Not thread-safe.
 */
public final class Calibration {
  private static final TopicHandle TOPIC = new TopicHandle("calibration", 1);
  private static final SubscriptionHandle SUBSCRIPTION =
      new SubscriptionHandle(0, TOPIC, "calibration");
  private static final long START_DELAY_NANOS = 50_000_000;

  /** A schedule is trusted up to these. */
  private static final double MOST_RATE_ERROR = 1e-3;

  private static final long MOST_P99_DELAY_NANOS = 200_000;

  private final Clock clock;
  private final int payloadBytes;
  private final Duration perMeasurement;
  private final Function<ConsumerCallback, BenchmarkProducer> loopback;

  /**
   * A closed loop.
   *
   * @param threads load threads
   * @param delivery how much was audited
   * @param messagesPerSecond over all threads
   * @param shareOfFloor of as many threads' floor
   */
  public record ClosedLoop(
      int threads, DeliveryMode delivery, double messagesPerSecond, double shareOfFloor) {}

  /**
   * An open loop of one producer.
   *
   * @param ratePerSecond wanted
   * @param rateError sent over due, less 1; negative when it fell short
   * @param delayP50Nanos schedule delay
   * @param delayP99Nanos schedule delay
   * @param delayMaxNanos schedule delay
   * @param trusted whether the error is within 0.1 % and the 99th percentile within 200 µs
   */
  public record OpenLoop(
      double ratePerSecond,
      double rateError,
      long delayP50Nanos,
      long delayP99Nanos,
      long delayMaxNanos,
      boolean trusted) {}

  /**
   * @param floorPerSecond messages a second of one thread that does nothing but read the clock,
   *     allocate and record as often as the engine does
   * @param closedLoops one for each number of threads and delivery
   * @param openLoops by rate
   * @param trustedRatePerSecond the highest rate tried up to which all were trusted; 0 for none
   */
  public record Report(
      int payloadBytes,
      double floorPerSecond,
      List<ClosedLoop> closedLoops,
      List<OpenLoop> openLoops,
      double trustedRatePerSecond) {
    public Report {
      closedLoops = List.copyOf(closedLoops);
      openLoops = List.copyOf(openLoops);
    }
  }

  /**
   * @param payloadBytes of each message, 32 at least
   * @param perMeasurement how long each figure is measured, after as long to warm up
   * @param loopback makes a producer that calls the consumer and acknowledges, for one thread
   */
  public Calibration(
      Clock clock,
      int payloadBytes,
      Duration perMeasurement,
      Function<ConsumerCallback, BenchmarkProducer> loopback) {
    this.clock = Objects.requireNonNull(clock);
    this.payloadBytes = payloadBytes;
    this.perMeasurement = Objects.requireNonNull(perMeasurement);
    this.loopback = Objects.requireNonNull(loopback);
  }

  /** With the shortest way there is from producer to consumer. */
  public Calibration(Clock clock, int payloadBytes, Duration perMeasurement) {
    this(clock, payloadBytes, perMeasurement, Loopback::new);
  }

  /** Calls the consumer on the sender's thread. */
  private record Loopback(ConsumerCallback consumer) implements BenchmarkProducer {
    private static final CompletableFuture<Void> ACKNOWLEDGED =
        CompletableFuture.completedFuture(null);

    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      consumer.messageReceived(payload, 0);
      return ACKNOWLEDGED;
    }

    @Override
    public void close() {}
  }

  /** Measures all; stops early when the thread is interrupted. */
  public Report run() {
    Floor floor = new Floor(clock, payloadBytes);
    floor.messagesPerSecond(perMeasurement);
    double floorPerSecond = floor.messagesPerSecond(perMeasurement);
    List<ClosedLoop> closed = new ArrayList<>();
    int cores = Runtime.getRuntime().availableProcessors();
    for (int threads : cores == 1 ? new int[] {1} : new int[] {1, cores}) {
      for (DeliveryMode delivery :
          new DeliveryMode[] {DeliveryMode.OFF, DeliveryMode.COUNTS, DeliveryMode.FULL}) {
        double rate = closedLoop(threads, delivery);
        closed.add(new ClosedLoop(threads, delivery, rate, rate / threads / floorPerSecond));
      }
    }
    List<OpenLoop> open = new ArrayList<>();
    double trusted = 0;
    for (double rate : new double[] {1e3, 1e4, 1e5, 1e6}) {
      OpenLoop loop = openLoop(rate);
      open.add(loop);
      if (loop.trusted() && open.stream().allMatch(OpenLoop::trusted)) {
        trusted = rate;
      }
    }
    return new Report(payloadBytes, floorPerSecond, closed, open, trusted);
  }

  /** Messages a second that so many threads send and receive as fast as they can. */
  public double closedLoop(int threads, DeliveryMode delivery) {
    try (Engine engine = engine(threads, delivery)) {
      engine.startLoad(plan(Optional.empty(), threads));
      pause(perMeasurement);
      engine.cut();
      pause(perMeasurement);
      EngineCut measured = engine.cut();
      engine.stopLoad(Duration.ofSeconds(5));
      double seconds = (measured.endEpochNanos() - measured.startEpochNanos()) / 1e9;
      return measured.counters().received() / seconds;
    }
  }

  /** How well one producer keeps a rate. */
  public OpenLoop openLoop(double ratePerSecond) {
    try (Engine engine = engine(1, DeliveryMode.COUNTS)) {
      engine.startLoad(plan(Optional.of(Profile.constant(ratePerSecond)), 1));
      pause(perMeasurement);
      engine.cut();
      pause(perMeasurement);
      EngineCut measured = engine.cut();
      engine.stopLoad(Duration.ofSeconds(5));
      return judge(ratePerSecond, measured);
    }
  }

  private static OpenLoop judge(double ratePerSecond, EngineCut measured) {
    double due = ratePerSecond * (measured.endEpochNanos() - measured.startEpochNanos()) / 1e9;
    Histogram delays = LatencyHistogram.create();
    Counters counters = measured.counters();
    for (PhaseSlice slice : measured.slices()) {
      Histogram part = slice.histograms().get(Measure.SCHEDULE_DELAY);
      if (part != null) {
        delays.add(part);
      }
    }
    // A cut falls between two messages: one more or less is no error.
    double off = counters.sent() - due;
    double error = Math.abs(off) <= 1 ? 0 : off / due;
    long p99 = delays.getValueAtPercentile(99);
    return new OpenLoop(
        ratePerSecond,
        error,
        delays.getValueAtPercentile(50),
        p99,
        delays.getMaxValue(),
        Math.abs(error) <= MOST_RATE_ERROR && p99 <= MOST_P99_DELAY_NANOS);
  }

  /** An engine with so many producers, each of which calls the one consumer itself. */
  Engine engine(int producers, DeliveryMode delivery) {
    RunSetup setup =
        new RunSetup(
            "calibration",
            1,
            0,
            new RunSetup.DriverSource("none", ""),
            PayloadSpec.zeros(payloadBytes),
            KeyDistribution.NO_KEY,
            EnvelopeSpec.DEFAULT,
            delivery,
            1,
            Duration.ofHours(1),
            producers);
    EngineOptions options =
        new EngineOptions(false, false, Calibration.class.getClassLoader(), producers, 0.5);
    Engine engine = new Engine(clock, setup, options);
    for (int i = 0; i < producers; i++) {
      ConsumerCallback consumer =
          engine.callbackFor(new ConsumerAssignment(i, SUBSCRIPTION, producers == 1));
      engine.addProducer(new ProducerAssignment(i, TOPIC), loopback.apply(consumer));
    }
    return engine;
  }

  private LoadPlan plan(Optional<Profile> rate, int producers) {
    long start = clock.epochNanos() + START_DELAY_NANOS;
    return new LoadPlan(start, rate, producers, Arrivals.UNIFORM, 1_000, 0);
  }

  private void pause(Duration duration) {
    long end = clock.nanoTime() + duration.toNanos();
    for (long left = duration.toNanos();
        left > 0 && !Thread.currentThread().isInterrupted();
        left = end - clock.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
