package io.tidemark.worker.engine.load;

import io.tidemark.base.Deadline;
import io.tidemark.measure.schedule.Deal;
import io.tidemark.measure.schedule.Dealing;
import io.tidemark.measure.schedule.Pacer;
import io.tidemark.model.load.Curve;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.worker.engine.record.Recording;
import io.tidemark.worker.host.ThreadSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The load of one engine: lanes dealt to shards, shards to threads. */
public final class Load {
  private static final long LOAD_STACK_BYTES = 256 * 1024;

  /**
   * Memory of a send in addition to its payload: the in-flight object, the future, the client's
   * objects.
   */
  private static final int SEND_OVERHEAD_BYTES = 256;

  private static final int HEAP_SHARE_IN_FLIGHT = 4;

  private static final long NOT_ORDERED = Long.MAX_VALUE;

  private final Recording recording;
  private final LoadSignals control;
  private final List<Lane> lanes;
  private final List<LoadShard> shards = new ArrayList<>();
  private final List<LoadThread> threads = new ArrayList<>();
  private final LoadTimes times;
  private volatile long stopEpochNanos = NOT_ORDERED;

  public Load(
      Recording recording,
      LoadRequest plan,
      Duration lease,
      EngineOptions options,
      List<Lane> lanes,
      Course course,
      int largestPayloadBytes,
      long seed,
      Optional<Replay> replay) {
    this.recording = recording;
    this.lanes = lanes;
    this.control = new LoadSignals(lease.toNanos(), course);
    int cap = cap(plan, largestPayloadBytes);
    Optional<Dealing> dealing = plan.popularity().map(Dealing::of);
    for (Lane lane : lanes) {
      Optional<Deal> deal = dealing.map(each -> each.to(lane.producerIndex()));
      lane.prepare(
          control, pacer(plan, lane, course, seed, replay, deal), limit(plan, lane, deal), cap);
    }
    deal(options);
    times = new LoadTimes(shards, threads, lanes.size(), plan.startEpochNanos());
  }

  private static Pacer pacer(
      LoadRequest plan,
      Lane lane,
      Course course,
      long seed,
      Optional<Replay> replay,
      Optional<Deal> deal) {
    if (replay.isPresent()) {
      return Pacer.of(course.curve(), replay.get().of(lane.producerIndex()));
    }
    int producers = plan.totalProducers();
    int producer = lane.producerIndex();
    Pacer pacer = Pacer.of(course.curve(), plan.arrivals(), producers, producer, seed, deal);
    if (course.shape().activeProducers().isPresent()) {
      pacer.follow(course.curve(), course.shape().activeProducers());
    }
    return pacer;
  }

  private static long limit(LoadRequest plan, Lane lane, Optional<Deal> deal) {
    if (plan.messageLimit() == 0) {
      return Long.MAX_VALUE;
    }
    if (deal.isPresent()) {
      return deal.get().before(plan.messageLimit());
    }
    long share = plan.messageLimit() / plan.totalProducers();
    boolean oneMore = lane.producerIndex() < plan.messageLimit() % plan.totalProducers();
    return oneMore ? share + 1 : share;
  }

  /** The plan's limit, or that of the heap if smaller. */
  private int cap(LoadRequest plan, int largestPayloadBytes) {
    long budget = Runtime.getRuntime().maxMemory() / HEAP_SHARE_IN_FLIGHT;
    long perSend = (long) largestPayloadBytes + SEND_OVERHEAD_BYTES;
    long affordable = Math.max(1, budget / perSend / Math.max(1, lanes.size()));
    if (affordable < plan.maxInFlightPerProducer()) {
      recording.events.add(
          "IN_FLIGHT_CAP",
          "engine",
          affordable + " unacknowledged messages per producer are the limit by the heap size");
    }
    return (int) Math.min(affordable, plan.maxInFlightPerProducer());
  }

  private void deal(EngineOptions options) {
    int count = options.threadsFor(lanes.size());
    if (options.sendMayBlock()) {
      tellOfSharing(count);
    }
    if (!options.pinnedCores().isEmpty() && options.coreOf(0, count).isEmpty()) {
      recording.events.add(
          "NOT_PINNED",
          "engine",
          "%s load threads, because sends may block, and %s cores in --pin: none is pinned"
              .formatted(count, options.pinnedCores().size()));
    }
    for (int i = 0; i < count; i++) {
      List<Lane> dealt = new ArrayList<>();
      for (int lane = i; lane < lanes.size(); lane += count) {
        dealt.add(lanes.get(lane));
      }
      shards.add(new LoadShard(recording.clock, control, dealt));
    }
  }

  private void tellOfSharing(int threads) {
    if (lanes.size() > threads) {
      recording.events.add(
          "SHARED_LOAD_THREADS",
          "engine",
          ("%s producers share %s threads: a blocked send delays the other producers of"
                  + " its thread; use more workers")
              .formatted(lanes.size(), threads));
    }
  }

  /** For a test that is itself the load thread; {@link #start} is not called then. */
  public List<LoadShard> shards() {
    return shards;
  }

  public void start(EngineOptions options, String name) {
    SpinBudget spinBudget = SpinBudget.ofThisMachine(options.spinShare());
    for (LoadShard shard : shards) {
      LoadThread thread =
          new LoadThread(
              name + "-" + threads.size(),
              LOAD_STACK_BYTES,
              recording.clock,
              shard,
              spinBudget,
              recording,
              options.coreOf(threads.size(), shards.size()));
      thread.setContextClassLoader(options.contextClassLoader());
      control.onChange(thread::wake);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  public void changeRate(long effectiveEpochNanos, Curve ratePerSecond) {
    Course course = control.course();
    control.follow(course.with(course.curve().splice(effectiveEpochNanos, ratePerSecond.points())));
  }

  public void follow(Course course) {
    control.follow(course);
  }

  /**
   * Lanes that have left or joined are taken out or in.
   *
   * @return whether all load threads have done so in time, or none sends any more
   */
  boolean regroup(Deadline deadline) throws InterruptedException {
    Course course = control.course();
    Course same = course.with(course.curve());
    control.follow(same);
    while (!control.wasStopped() && !shards.stream().allMatch(shard -> shard.follows(same))) {
      if (deadline.isOver()) {
        return false;
      }
      Thread.sleep(1);
    }
    return true;
  }

  public void renewLease(long epochNanos) {
    control.renewLease(epochNanos);
  }

  /** Stops and joins; returns how many threads are stuck in a send. Their messages are counted. */
  public int stop(Duration deadline) {
    if (stopEpochNanos == NOT_ORDERED) {
      stopEpochNanos = recording.clock.epochNanos();
    }
    control.stop();
    Deadline end = Deadline.in(deadline, recording.clock);
    int stuck = 0;
    for (LoadThread thread : threads) {
      try {
        thread.join(Math.max(1, end.left().toMillis()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      stuck += thread.isAlive() ? 1 : 0;
    }
    lanes.forEach(Lane::countLast);
    return stuck;
  }

  /** Messages due and not sent at the stop command, also if the load had stopped before. */
  public long debtAtStop() {
    return debt(stopEpochNanos);
  }

  /** How late the worst producer was when the order to stop came. */
  public long lagAtStopNanos() {
    return lagNanos(stopEpochNanos);
  }

  private long debt(long epochNanos) {
    return lanes.stream().mapToLong(lane -> lane.debt(epochNanos)).sum();
  }

  private long lagNanos(long epochNanos) {
    return lanes.stream().mapToLong(lane -> lane.lagNanos(epochNanos)).max().orElse(0);
  }

  /** A send that still blocks is interrupted; the driver may be closed then. */
  public void close() {
    control.stop();
    threads.forEach(Thread::interrupt);
  }

  public LoadState state(long epochNanos) {
    LongSummaryStatistics inFlight = new LongSummaryStatistics(); // Intended send times.
    boolean finished = true;
    for (Lane lane : lanes) {
      finished &= lane.isFinished(); // First: what it sends last is under way from then on.
      lane.forEachUnderWay(inFlight);
    }
    boolean ordered = stopEpochNanos != NOT_ORDERED;
    return new LoadState(
        !control.wasStopped() && !finished,
        finished,
        finished ? lanes.stream().mapToLong(Lane::lastEndEpochNanos).max().orElse(0) : 0,
        inFlight.getCount(),
        epochNanos - Math.min(epochNanos, inFlight.getMin()),
        ordered ? 0 : debt(epochNanos),
        ordered ? 0 : lagNanos(epochNanos),
        control.wasStoppedByLease(),
        threads.stream().anyMatch(LoadThread::isBroken));
  }

  /** How the load threads spent the time since the cut before; once for each cut. */
  public LoadThreads threads(long epochNanos, LoadState state) {
    boolean ordered = stopEpochNanos != NOT_ORDERED;
    boolean over = !ordered && (state.finished() || control.wasStopped());
    return times.cut(epochNanos, over ? Long.MIN_VALUE : stopEpochNanos, state);
  }

  /**
   * How the load threads of an engine spend their time, from cut to cut. Sums since the beginning
   * are read; what a cut reports is their growth. Used by one thread.
   */
  static final class LoadTimes {
    private final List<LoadShard> shards;
    private final List<LoadThread> threads;
    private final int producers;
    private long sinceEpochNanos;
    private long sendNanos;
    private long capNanos;
    private Optional<ThreadSchedule.Times> scheduled = Optional.of(new ThreadSchedule.Times(0, 0));

    /**
     * @param threads may be started later; none where a test steps the shards
     */
    LoadTimes(
        List<LoadShard> shards, List<LoadThread> threads, int producers, long startEpochNanos) {
      this.shards = shards;
      this.threads = threads;
      this.producers = producers;
      this.sinceEpochNanos = startEpochNanos;
    }

    /**
     * Since the cut before.
     *
     * @param endEpochNanos end of the load, where it has an end already
     */
    LoadThreads cut(long epochNanos, long endEpochNanos, LoadState state) {
      long ran = Math.max(0, Math.min(epochNanos, endEpochNanos) - sinceEpochNanos);
      sinceEpochNanos = Math.max(sinceEpochNanos, epochNanos);
      long sends = shards.stream().mapToLong(shard -> shard.sendNanos(epochNanos)).sum();
      long capped = shards.stream().mapToLong(shard -> shard.capNanos(epochNanos)).sum();
      Optional<ThreadSchedule.Times> before = scheduled;
      scheduled = scheduled();
      LoadThreads growth =
          new LoadThreads(
              ran * shards.size(),
              ran * producers,
              Math.max(0, sends - sendNanos),
              Math.max(0, capped - capNanos),
              growth(before, ThreadSchedule.Times::cpuNanos),
              growth(before, ThreadSchedule.Times::runQueueNanos),
              state.oldestInFlightAgeNanos(),
              state.debt());
      sendNanos = Math.max(sendNanos, sends);
      capNanos = Math.max(capNanos, capped);
      return growth;
    }

    private long growth(
        Optional<ThreadSchedule.Times> before, ToLongFunction<ThreadSchedule.Times> time) {
      return before.isEmpty() || scheduled.isEmpty()
          ? -1
          : Math.max(0, time.applyAsLong(scheduled.get()) - time.applyAsLong(before.get()));
    }

    private Optional<ThreadSchedule.Times> scheduled() {
      Optional<ThreadSchedule.Times> sum = Optional.empty();
      for (LoadThread thread : threads) {
        Optional<ThreadSchedule.Times> times = thread.times();
        if (times.isEmpty()) {
          return Optional.empty();
        }
        sum = Optional.of(sum.map(times.get()::plus).orElse(times.get()));
      }
      return sum;
    }
  }
}
