package io.tidemark.worker.engine;

import io.tidemark.base.ManualClock;
import io.tidemark.measure.schedule.RateCurve;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.worker.ClockTable;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.PhaseRequest;
import io.tidemark.worker.engine.load.LoadShard;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Engines, one per worker and with one producer and one consumer each, on a scripted driver; time
 * passes only here. Everything runs on the calling thread.
 */
final class Simulation implements ScriptedDriver.Scheduler {
  final ManualClock truth = new ManualClock();
  final long startEpochNanos = truth.epochNanos() + 1_000_000_000L;
  final List<SimulatedWorker> workers = new ArrayList<>();
  private final ScriptedDriver driver;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::epochNanos).thenComparingLong(Event::number));
  private long eventNumber;
  private SimulatedWorker blocked;

  private record Event(long epochNanos, long number, Runnable action) {}

  /** A worker of the simulation, and what its consumer and producers saw. */
  static final class SimulatedWorker {
    final SkewedClock clock;
    final Engine engine;
    LoadShard shard;

    SimulatedWorker(SkewedClock clock, Engine engine) {
      this.clock = clock;
      this.engine = engine;
    }
  }

  Simulation(ScriptedLoad script, int workerCount, long[] offsetsNanos, double drift) {
    this(script, workerCount, offsetsNanos, drift, 100);
  }

  Simulation(
      ScriptedLoad script, int workerCount, long[] offsetsNanos, double drift, int payloadBytes) {
    driver = new ScriptedDriver(script, this);
    for (int i = 0; i < workerCount; i++) {
      SkewedClock clock =
          new SkewedClock(truth, offsetsNanos[i % offsetsNanos.length], i == 0 ? drift : 0);
      Engine engine =
          new Engine(
              clock,
              RunSetups.setup(workerCount, payloadBytes, DeliveryMode.FULL).withWorkerIndex(i),
              RunSetups.options(false, 1));
      driver.addConsumer(
          engine.callbackFor(new ConsumerRequest(i, RunSetups.SUBSCRIPTION, workerCount == 1)));
      engine.addProducer(RunSetups.producer(i), driver.newProducer());
      workers.add(new SimulatedWorker(clock, engine));
    }
  }

  /** Sets the exact clock offsets of all workers. */
  void correctClocks() {
    for (SimulatedWorker receiver : workers) {
      List<ClockTable.Correction> corrections = new ArrayList<>();
      List<Integer> workerOfProducer = new ArrayList<>();
      for (SimulatedWorker sender : workers) {
        corrections.add(correction(sender.clock, receiver.clock));
        workerOfProducer.add(workerOfProducer.size());
      }
      receiver.engine.correctClocks(new ClockTable(corrections, workerOfProducer));
    }
  }

  private ClockTable.Correction correction(SkewedClock sender, SkewedClock receiver) {
    long now = truth.epochNanos();
    long later = now + 100_000_000_000L;
    long offset = receiver.local(now) - sender.local(now);
    long offsetLater = receiver.local(later) - sender.local(later);
    double drift = (double) (offsetLater - offset) / (sender.local(later) - sender.local(now));
    return new ClockTable.Correction(offset, drift, sender.local(now), 0);
  }

  void beginPhase(int index, long trueEpochNanos) {
    for (SimulatedWorker worker : workers) {
      worker.engine.announcePhases(
          List.of(new PhaseRequest(index, "phase " + index, worker.clock.local(trueEpochNanos))));
    }
  }

  void startLoad(double rate, long limit, int maxInFlight) {
    for (SimulatedWorker worker : workers) {
      long start = worker.clock.local(startEpochNanos);
      LoadShape shape = LoadShape.of(Curve.constant(rate));
      LoadRequest plan = RunSetups.load(start, shape, workers.size(), maxInFlight, limit);
      worker.shard = worker.engine.prepareLoad(plan).shards().get(0);
    }
  }

  /** Lets time pass up to a moment: messages are sent, acknowledged and delivered. */
  void runUntil(long trueEpochNanos) {
    while (true) {
      while (!events.isEmpty() && events.peek().epochNanos() <= truth.epochNanos()) {
        events.remove().action().run();
      }
      long next = trueEpochNanos;
      for (SimulatedWorker worker : workers) {
        next = Math.min(next, step(worker));
      }
      if (!events.isEmpty()) {
        next = Math.min(next, events.peek().epochNanos());
      }
      if (truth.epochNanos() >= trueEpochNanos && next >= trueEpochNanos) {
        return;
      }
      truth.setEpochNanos(Math.max(truth.epochNanos(), next));
    }
  }

  private long step(SimulatedWorker worker) {
    if (worker.shard == null || worker == blocked) {
      return Long.MAX_VALUE;
    }
    SimulatedWorker before = blocked;
    blocked = worker;
    long due = worker.shard.step();
    blocked = before;
    if (due == LoadShard.STOP) {
      worker.shard = null;
      return Long.MAX_VALUE;
    }
    return due == RateCurve.NEVER ? Long.MAX_VALUE : worker.clock.trueTimeOf(due);
  }

  /** The sender that called is held; the others and the broker go on. */
  @Override
  public void block(long nanos) {
    runUntil(truth.epochNanos() + nanos);
  }

  @Override
  public long nanoTime() {
    return truth.nanoTime();
  }

  @Override
  public void later(long delayNanos, Runnable action) {
    events.add(new Event(truth.epochNanos() + delayNanos, eventNumber++, action));
  }
}
