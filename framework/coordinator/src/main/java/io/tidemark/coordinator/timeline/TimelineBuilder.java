package io.tidemark.coordinator.timeline;

import io.tidemark.coordinator.group.TimelineFollower;
import io.tidemark.coordinator.journal.AppendLog;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.coordinator.timeline.SampleAccumulator.Standing;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LoadState;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.workload.PhaseScale;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Merges the snapshots of n workers into samples, into OMB's grid of ten seconds, and into phases.
 * Samples are contiguous, in the coordinator's clock, and do not span phases: events of a phase
 * count in the time of that phase, even if a snapshot is late. Not thread-safe.
 */
public final class TimelineBuilder {
  private static final long GRID_NANOS = 10_000_000_000L;
  // A last entry shorter than this is dropped.
  private static final long SHORTEST_ENTRY_NANOS = 1_000_000_000L;

  private static final class PhaseTotals {
    private final LatencyAccumulator latencies = new LatencyAccumulator();
    private Counters byIntention = Counters.ZERO;
    private Counters byTime = Counters.ZERO;
    private long nanos;
    private ArrivalSpan arrivals = ArrivalSpan.NONE;

    /**
     * @param onlyReading whether nothing was sent in it: then messages are counted from the first
     *     arrival to the last one, if these are not one
     */
    Throughput throughput(boolean onlyReading) {
      boolean byArrivals = onlyReading && arrivals.nanos() > 0;
      return new Throughput(byTime, nanos, byArrivals ? arrivals.nanos() : nanos);
    }
  }

  private final int subscriptionsPerTopic;
  private final LongSupplier stillOwed;
  private final TimelineFollower follower;
  private final SampleAccumulator current;
  private final SampleAccumulator grid;
  private final PendingCounts pending = new PendingCounts();
  private final Map<Integer, PhaseTotals> phases = new TreeMap<>();
  private final Map<Integer, Map<Integer, PhaseTotals>> byPriority = new TreeMap<>();
  private final LoadState[] loads;
  private final long[] offsets;
  private final AppendLog<Sample> samples;
  private final AppendLog<Sample> tenSeconds;
  private boolean anyTenSeconds;
  private Counters total = Counters.ZERO;
  private int phaseIndex;
  private boolean measured;
  private long nextGridEpochNanos;
  private long reachedEpochNanos = Long.MIN_VALUE;

  /**
   * @param stillOwed messages of an earlier run to be received, and messages received so far that
   *     had been received before, as far as that is known
   */
  public TimelineBuilder(
      int workers, int subscriptionsPerTopic, LongSupplier stillOwed, RunJournal journal) {
    this(workers, subscriptionsPerTopic, stillOwed, journal, TimelineFollower.NONE);
  }

  /**
   * @param follower receives the same
   */
  public TimelineBuilder(
      int workers,
      int subscriptionsPerTopic,
      LongSupplier stillOwed,
      RunJournal journal,
      TimelineFollower follower) {
    this.follower = follower;
    this.samples = journal.log("samples", Sample.class);
    this.tenSeconds = journal.log("ten-seconds", Sample.class);
    this.subscriptionsPerTopic = subscriptionsPerTopic;
    this.stillOwed = stillOwed;
    current = new SampleAccumulator(workers);
    grid = new SampleAccumulator(workers);
    offsets = new long[workers];
    loads = new LoadState[workers];
    Arrays.fill(loads, LoadState.IDLE);
  }

  /** From now on samples lie in this phase. The phase before must have ended. */
  public void phase(int index, String name, boolean isMeasured, long startEpochNanos) {
    if (isMeasured && !measured) {
      nextGridEpochNanos = startEpochNanos + GRID_NANOS;
    }
    if (!isMeasured) {
      closeGrid();
    }
    if (grid.lengthNanos() == 0) {
      grid.begin(name, startEpochNanos);
    }
    phaseIndex = index;
    measured = isMeasured;
    current.begin(name, startEpochNanos);
    reachedEpochNanos = Math.max(reachedEpochNanos, startEpochNanos);
    follower.phase(index, name, isMeasured, startEpochNanos);
  }

  /** Takes a worker's snapshot; the offset is that of its clock, ahead of the coordinator's. */
  public void add(int worker, Snapshot snapshot, long clockOffsetNanos) {
    long nanos = snapshot.endEpochNanos() - snapshot.startEpochNanos();
    current.host(worker, snapshot.host(), nanos);
    if (measured) {
      grid.host(worker, snapshot.host(), nanos);
    }
    total = total.plus(snapshot.counters());
    loads[worker] = snapshot.load();
    offsets[worker] = clockOffsetNanos;
    for (PhaseSlice slice : snapshot.slices()) {
      PhaseTotals totals = totals(slice.phase());
      totals.byIntention = totals.byIntention.plus(slice.counters());
      pending.add(slice, clockOffsetNanos);
    }
    snapshot
        .byPriority()
        .forEach(
            (priority, slices) ->
                add(byPriority.computeIfAbsent(priority, key -> new TreeMap<>()), slices));
    follower.snapshot(worker, snapshot, clockOffsetNanos);
  }

  private static void add(Map<Integer, PhaseTotals> totals, List<PhaseSlice> slices) {
    for (PhaseSlice slice : slices) {
      PhaseTotals intended = totals.computeIfAbsent(slice.phase(), key -> new PhaseTotals());
      intended.byIntention = intended.byIntention.plus(slice.counters());
      intended.latencies.add(slice.latencies());
      PhaseTotals happened = totals.computeIfAbsent(slice.happenedIn(), key -> new PhaseTotals());
      happened.byTime = happened.byTime.plus(slice.counters());
      happened.arrivals = happened.arrivals.plus(slice.arrivals());
    }
  }

  /** Every worker's counts are now those at this moment, or nearly. */
  public void reached(long epochNanos) {
    reachedEpochNanos = Math.max(reachedEpochNanos, epochNanos);
  }

  /** The moment to which things have been counted. */
  public long reachedEpochNanos() {
    return reachedEpochNanos;
  }

  /**
   * Ends the current sample at the moment to which things have been counted, but no later than its
   * phase ends; empty when that is where it began.
   */
  public Optional<Sample> cut(long phaseEndEpochNanos) {
    follower.cut(reachedEpochNanos, phaseEndEpochNanos, backlog());
    return endSample(Math.min(reachedEpochNanos, phaseEndEpochNanos), phaseIndex);
  }

  /** Ends the phase and its last sample. */
  public Optional<Sample> endPhase(long epochNanos) {
    follower.phaseEnded(epochNanos, backlog());
    return endSample(epochNanos, phaseIndex);
  }

  /** Ends the last phase: all remaining counts belong to it. */
  public Optional<Sample> breakOff() {
    follower.phaseEnded(reachedEpochNanos, backlog());
    return endSample(reachedEpochNanos, Integer.MAX_VALUE);
  }

  /**
   * No snapshot follows. Messages that are in no sample, because a clock was set back and the last
   * one would have had no length, are in the latencies of their phases nevertheless.
   */
  public void addRest() {
    pending.take(
        Integer.MAX_VALUE, (intended, latencies) -> totals(intended).latencies.add(latencies));
  }

  private Optional<Sample> endSample(long endEpochNanos, int upToPhase) {
    PhaseTotals ofPhase = totals(phaseIndex);
    if (endEpochNanos <= current.startEpochNanos()) {
      return Optional.empty();
    }
    PendingCounts.Taken taken =
        pending.take(
            upToPhase,
            (intended, latencies) -> {
              current.latencies.add(latencies);
              totals(intended).latencies.add(latencies);
            });
    current.extend(taken.counters(), endEpochNanos);
    ofPhase.byTime = ofPhase.byTime.plus(taken.counters());
    ofPhase.nanos += current.lengthNanos();
    ofPhase.arrivals = ofPhase.arrivals.plus(taken.arrivals());
    Sample sample = current.toSample(standing());
    samples.add(sample);
    samples.flush();
    addToGrid(endEpochNanos);
    current.next();
    return Optional.of(sample);
  }

  private void addToGrid(long endEpochNanos) {
    if (!measured) {
      return;
    }
    grid.latencies.add(current.latencies);
    grid.extend(current.counters(), endEpochNanos);
    if (endEpochNanos >= nextGridEpochNanos) {
      addTenSeconds();
      grid.next();
      while (nextGridEpochNanos <= endEpochNanos) {
        nextGridEpochNanos += GRID_NANOS;
      }
    }
  }

  private void closeGrid() {
    long nanos = grid.lengthNanos();
    if (nanos > 0 && (!anyTenSeconds || nanos >= SHORTEST_ENTRY_NANOS)) {
      addTenSeconds();
    }
    grid.next();
  }

  private void addTenSeconds() {
    tenSeconds.add(grid.toSample(standing()));
    anyTenSeconds = true;
  }

  private PhaseTotals totals(int index) {
    return phases.computeIfAbsent(index, key -> new PhaseTotals());
  }

  /** Last reported state of a worker's load. */
  public LoadState load(int worker) {
    return loads[worker];
  }

  /** All that was counted so far, all phases. */
  public Counters total() {
    return total;
  }

  /** Acknowledged messages that subscriptions have not received yet. */
  public long backlog() {
    long owed = total.owedToSubscriptions() * subscriptionsPerTopic;
    return Math.max(0, owed - total.get(Counter.RECEIVED) + stillOwed.getAsLong());
  }

  /** Where the current sample begins. */
  public long cutEpochNanos() {
    return current.startEpochNanos();
  }

  /**
   * When the last send of a message limit ended, in the coordinator's clock; empty while a worker
   * of these still sends.
   */
  public OptionalLong lastEndEpochNanos(IntPredicate workers) {
    return IntStream.range(0, loads.length).filter(workers).allMatch(i -> loads[i].finished())
        ? IntStream.range(0, loads.length)
            .filter(workers)
            .mapToLong(i -> loads[i].lastEndEpochNanos() - offsets[i])
            .max()
        : OptionalLong.empty();
  }

  public long inFlight() {
    return Arrays.stream(loads).mapToLong(LoadState::inFlight).sum();
  }

  public long debt() {
    return Arrays.stream(loads).mapToLong(LoadState::debt).sum();
  }

  public List<Sample> samples() {
    return samples.all();
  }

  /** Complete once the last measured phase has ended. */
  public List<Sample> tenSecondSamples() {
    closeGrid();
    return tenSeconds.all();
  }

  /** The first and last arrival of messages in a phase. */
  public ArrivalSpan arrivals(int phase) {
    return totals(phase).arrivals;
  }

  public PhaseResult result(PhaseSpan span, PhaseScale scale) {
    return result(totals(span.index()), span, span.intendedRatePerSecond(), scale);
  }

  /** A phase of the messages of one priority. */
  public PhaseResult result(PhaseSpan span, int priority) {
    PhaseTotals totals =
        byPriority.getOrDefault(priority, Map.of()).getOrDefault(span.index(), new PhaseTotals());
    totals.nanos = totals(span.index()).nanos;
    return result(totals, span, Optional.empty(), PhaseScale.NONE);
  }

  private static PhaseResult result(
      PhaseTotals totals, PhaseSpan span, Optional<Double> intendedRate, PhaseScale scale) {
    return new PhaseResult(
        span.name(),
        span.measured(),
        span.startEpochNanos(),
        span.lengthNanos(),
        intendedRate,
        totals.throughput(span.onlyReading()),
        totals.byIntention,
        scale,
        totals.latencies.nonEmpty());
  }

  private Standing standing() {
    return new Standing(backlog(), inFlight(), debt());
  }

  /**
   * Counts of workers that no sample contains yet, by phase: if the coordinator is late, a snapshot
   * contains events of later phases. Not thread-safe.
   */
  static final class PendingCounts {
    private static final class Part {
      private Counters counters = Counters.ZERO;
      private ArrivalSpan arrivals = ArrivalSpan.NONE;
      private final Map<Integer, LatencyAccumulator> byIntention = new TreeMap<>();
    }

    /** Counts of an interval. */
    record Taken(Counters counters, ArrivalSpan arrivals) {
      private static final Taken NOTHING = new Taken(Counters.ZERO, ArrivalSpan.NONE);

      private Taken plus(Part part) {
        return new Taken(counters.plus(part.counters), arrivals.plus(part.arrivals));
      }
    }

    private final NavigableMap<Integer, Part> parts = new TreeMap<>();
    // A sum of latencies is large.
    private final Deque<LatencyAccumulator> spare = new ArrayDeque<>();

    void add(PhaseSlice slice, long clockOffsetNanos) {
      Part part = parts.computeIfAbsent(slice.happenedIn(), key -> new Part());
      part.counters = part.counters.plus(slice.counters());
      part.arrivals = part.arrivals.plus(slice.arrivals().minus(clockOffsetNanos));
      part.byIntention
          .computeIfAbsent(
              slice.phase(), key -> spare.isEmpty() ? new LatencyAccumulator() : spare.pop())
          .add(slice.latencies());
    }

    /**
     * Takes what happened up to a phase: later reports of an earlier one are ignored.
     *
     * @param latencies takes those of each phase by intention, which are used again afterwards
     */
    Taken take(int phase, BiConsumer<Integer, LatencyAccumulator> latencies) {
      Taken taken = Taken.NOTHING;
      NavigableMap<Integer, Part> due = parts.headMap(phase, true);
      for (Part part : due.values()) {
        taken = taken.plus(part);
        part.byIntention.forEach(
            (intended, sums) -> {
              latencies.accept(intended, sums);
              sums.reset();
              spare.push(sums);
            });
      }
      due.clear();
      return taken;
    }
  }
}
