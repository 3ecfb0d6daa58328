package io.tidemark.worker.calibration;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.base.Clock;
import io.tidemark.base.Deadline;
import io.tidemark.driver.SendFuture;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.workload.ConsumerSpec;
import io.tidemark.worker.calibration.CalibrationReport.ClosedLoop;
import io.tidemark.worker.calibration.CalibrationReport.OpenLoop;
import io.tidemark.worker.engine.Engine;
import io.tidemark.worker.engine.EngineCut;
import io.tidemark.worker.engine.load.EngineOptions;
import io.tidemark.worker.host.CoreAffinity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures the engine on this machine relative to the machine's baseline. The producer calls the
 * consumer directly, so that only the engine is measured.
 *
 * <p>Takes half a minute or so; blocks the caller. Not thread-safe.
 */
public final class Calibration {
  private static final TopicHandle TOPIC = new TopicHandle("calibration", 1);
  private static final SubscriptionHandle SUBSCRIPTION =
      new SubscriptionHandle(0, TOPIC, "calibration");
  private static final DeliveryMode[] DELIVERIES = {
    DeliveryMode.OFF, DeliveryMode.COUNTS, DeliveryMode.FULL
  };

  /** Rates of the open loops, in messages per second. */
  private static final List<Double> RATES = List.of(1e3, 1e4, 1e5, 1e6);

  private static final long START_DELAY_NANOS = 50_000_000;

  /** So long a closed loop runs before it is measured; it is warm from the round before. */
  private static final Duration SETTLE = Duration.ofMillis(100);

  /** A message later than this after the measured time's end has not been sent in it. */
  private static final Duration LATE = Duration.ofMillis(10);

  private static final int ROUNDS = 5;
  private static final int MEASURED = 1;

  private final Clock clock;
  private final int payloadBytes;
  private final Duration perMeasurement;
  private final Function<ConsumerCallback, BenchmarkProducer> loopback;
  private final Optional<Integer> core;

  /**
   * @param payloadBytes of each message, 32 at least
   * @param perMeasurement duration of each measurement, in several parts, after a warm-up of the
   *     same length
   * @param loopback makes a producer that calls the consumer and acknowledges, for one thread
   * @param core of the load thread that is pinned; empty: the last one
   */
  public Calibration(
      Clock clock,
      int payloadBytes,
      Duration perMeasurement,
      Function<ConsumerCallback, BenchmarkProducer> loopback,
      Optional<Integer> core) {
    this.clock = clock;
    this.payloadBytes = payloadBytes;
    this.perMeasurement = perMeasurement;
    this.loopback = loopback;
    this.core = core;
  }

  /** With the shortest way there is from producer to consumer. */
  public Calibration(
      Clock clock, int payloadBytes, Duration perMeasurement, Optional<Integer> core) {
    this(clock, payloadBytes, perMeasurement, Loopback::new, core);
  }

  /** Calls the consumer on the sender's thread; its future is that of the in-memory driver. */
  private record Loopback(ConsumerCallback consumer, SendFuture acknowledged)
      implements BenchmarkProducer {
    private Loopback(ConsumerCallback consumer) {
      this(consumer, SendFuture.immediate());
    }

    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      consumer.messageReceived(payload, 0);
      return acknowledged.completedNow();
    }

    @Override
    public void close() {}
  }

  /** Measures all; stops early when the thread is interrupted. */
  public CalibrationReport run() {
    int cores = Runtime.getRuntime().availableProcessors();
    int[] threadCounts = cores == 1 ? new int[] {1} : new int[] {1, cores};
    CalibrationRounds figures = new CalibrationRounds();
    alternately(threadCounts, perMeasurement, new CalibrationRounds()); // To warm up.
    for (int round = 0; round < ROUNDS; round++) {
      alternately(threadCounts, perMeasurement.dividedBy(ROUNDS), figures);
    }
    OtherUse disturbances = OtherUse.since(clock);
    List<OpenLoop> open = openLoops(List.of());
    Optional<CalibrationReport.Pinned> pinned =
        pinnedCore()
            .map(
                core ->
                    new CalibrationReport.Pinned(
                        core, openLoops(List.of(core)), clockLoops(new ClockLoop(clock, core))));
    return new CalibrationReport(
        payloadBytes,
        figures.floors(threadCounts),
        figures.closedLoops(threadCounts, DELIVERIES),
        open,
        pinned,
        disturbances.untilNow(),
        trusted(open));
  }

  private List<OpenLoop> openLoops(List<Integer> pinnedCores) {
    return RATES.stream().map(rate -> openLoop(rate, pinnedCores)).toList();
  }

  private List<OpenLoop> clockLoops(ClockLoop loop) {
    return RATES.stream().flatMap(rate -> loop.schedule(rate, perMeasurement).stream()).toList();
  }

  private static double trusted(List<OpenLoop> open) {
    double trusted = 0;
    for (OpenLoop loop : open) {
      if (!loop.trusted()) {
        return trusted;
      }
      trusted = loop.ratePerSecond();
    }
    return trusted;
  }

  /** The one that was asked for, or the last one: interrupts often go to the first. */
  private Optional<Integer> pinnedCore() {
    if (core.isPresent()) {
      return core;
    }
    try {
      List<Integer> cores = CoreAffinity.ofThisThread();
      return cores.size() < 2 ? Optional.empty() : Optional.of(cores.get(cores.size() - 1));
    } catch (IOException e) {
      return Optional.empty(); // Not Linux.
    }
  }

  /**
   * One measurement of each kind, compared ones in sequence, so that other load affects them
   * equally.
   */
  private void alternately(int[] threadCounts, Duration each, CalibrationRounds figures) {
    for (int threads : threadCounts) {
      figures.add(null, threads, Baseline.messagesPerSecond(clock, payloadBytes, threads, each));
    }
    for (DeliveryMode delivery : DELIVERIES) {
      for (int threads : threadCounts) {
        figures.add(delivery, threads, closedLoop(threads, delivery, each));
      }
    }
  }

  /** Maximum rate of a number of threads. */
  public double closedLoop(int threads, DeliveryMode delivery, Duration measured) {
    try (Engine engine = engine(threads, delivery)) {
      engine.startLoad(plan(Optional.empty(), threads, clock.epochNanos() + START_DELAY_NANOS));
      pause(SETTLE);
      engine.cut();
      pause(measured);
      EngineCut cut = engine.cut();
      engine.stopLoad(Duration.ofSeconds(5));
      double seconds = (cut.endEpochNanos() - cut.startEpochNanos()) / 1e9;
      return cut.counters().get(Counter.RECEIVED) / seconds;
    }
  }

  /** How well one producer keeps a rate, on one of these cores if there are any. */
  private OpenLoop openLoop(double ratePerSecond, List<Integer> pinnedCores) {
    try (Engine engine = engine(1, DeliveryMode.COUNTS, pinnedCores)) {
      long start = clock.epochNanos() + START_DELAY_NANOS;
      long from = start + perMeasurement.toNanos();
      long to = from + perMeasurement.toNanos();
      engine.announcePhases(
          List.of(
              new PhaseRequest(MEASURED - 1, "before", start),
              new PhaseRequest(MEASURED, "measured", from),
              new PhaseRequest(MEASURED + 1, "after", to)));
      engine.startLoad(plan(Optional.of(Curve.constant(ratePerSecond)), 1, start));
      pause(Duration.ofNanos(from - clock.epochNanos()).minus(LATE));
      engine.cut();
      pause(Duration.ofNanos(to - clock.epochNanos()).plus(LATE));
      EngineCut all = engine.cut();
      engine.stopLoad(Duration.ofSeconds(5));
      double nanosPerMessage = 1e9 / ratePerSecond;
      double due =
          Math.ceil((to - start) / nanosPerMessage) - Math.ceil((from - start) / nanosPerMessage);
      return judge(ratePerSecond, due, all.slices(), all.threads().runQueueNanos());
    }
  }

  static OpenLoop judge(
      double ratePerSecond, double due, List<PhaseSlice> slices, long runQueueNanos) {
    Histogram delays = LatencyHistogram.create();
    long sent = 0;
    for (PhaseSlice slice : slices) {
      LatencyCounts counted = slice.latencies().get(Measure.SCHEDULE_DELAY);
      if (slice.phase() == MEASURED && counted != null) {
        sent += slice.counters().get(Counter.SENT); // Another slice: sent after its end.
        delays.add(counted.toHistogram());
      }
    }
    // A due time on the border may be rounded to either side: one more or less is no error.
    double off = sent - due;
    double error = Math.abs(off) <= 1 ? 0 : off / due;
    return OpenLoop.of(ratePerSecond, error, delays, runQueueNanos);
  }

  /** An engine whose producers call the one consumer directly. */
  public Engine engine(int producers, DeliveryMode delivery) {
    return engine(producers, delivery, List.of());
  }

  private Engine engine(int producers, DeliveryMode delivery, List<Integer> pinnedCores) {
    RunSetup setup =
        RunSetup.of(
                "calibration",
                1,
                new RunSetup.DriverSource("none", ""),
                PayloadSpec.zeros(payloadBytes))
            .with()
            .totalProducers(producers)
            .consumers(Grammar.defaults(ConsumerSpec.class).withDelivery(delivery))
            .lease(Duration.ofHours(1))
            .build();
    EngineOptions options =
        new EngineOptions(false, false, Calibration.class.getClassLoader(), producers, 0.5);
    Engine engine = new Engine(clock, setup, options.pinnedTo(pinnedCores));
    for (int i = 0; i < producers; i++) {
      ConsumerCallback consumer =
          engine.callbackFor(new ConsumerRequest(i, SUBSCRIPTION, producers == 1));
      engine.addProducer(new ProducerRequest(i, TOPIC), loopback.apply(consumer));
    }
    return engine;
  }

  static LoadRequest plan(Optional<Curve> rate, int producers, long start) {
    return new LoadRequest(
        start,
        new LoadShape(rate, Optional.empty(), List.of()),
        producers,
        ArrivalProcess.UNIFORM,
        1_000,
        0,
        0);
  }

  void pause(Duration duration) {
    Deadline end = Deadline.in(duration, clock);
    while (!end.isOver() && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(end.leftNanos());
    }
  }

  /**
   * Messages a second by kind, one figure of each kind in each round. Values are compared within a
   * round, and the median of all rounds counts, because other load rarely affects all rounds.
   */
  static final class CalibrationRounds {
    private final Map<String, List<Double>> byKind = new HashMap<>();

    private static String kind(@Nullable DeliveryMode delivery, int threads) {
      return delivery + "-" + threads;
    }

    /**
     * @param delivery null for the floor
     */
    void add(@Nullable DeliveryMode delivery, int threads, double perSecond) {
      byKind.computeIfAbsent(kind(delivery, threads), key -> new ArrayList<>()).add(perSecond);
    }

    private double median(String kind) {
      return median(figures(kind));
    }

    private double medianRatio(String kind, String base) {
      Iterator<Double> bases = figures(base).iterator();
      return median(figures(kind).stream().map(figure -> figure / bases.next()).toList());
    }

    /** Only kinds that were measured are asked for. */
    private List<Double> figures(String kind) {
      return Objects.requireNonNull(byKind.get(kind), kind);
    }

    private static double median(List<Double> figures) {
      return figures.stream().sorted().toList().get(figures.size() / 2);
    }

    List<CalibrationReport.Baseline> floors(int[] threadCounts) {
      return Arrays.stream(threadCounts)
          .mapToObj(
              n ->
                  new CalibrationReport.Baseline(
                      n, median(kind(null, n)), medianRatio(kind(null, n), kind(null, 1))))
          .toList();
    }

    List<ClosedLoop> closedLoops(int[] threadCounts, DeliveryMode[] deliveries) {
      List<ClosedLoop> loops = new ArrayList<>();
      for (int n : threadCounts) {
        for (DeliveryMode delivery : deliveries) {
          String kind = kind(delivery, n);
          loops.add(
              new ClosedLoop(
                  n,
                  delivery,
                  median(kind),
                  medianRatio(kind, kind(null, n)),
                  medianRatio(kind, kind(delivery, 1))));
        }
      }
      return loops;
    }
  }
}
