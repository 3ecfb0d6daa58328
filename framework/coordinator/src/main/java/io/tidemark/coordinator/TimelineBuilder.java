package io.tidemark.coordinator;

import io.tidemark.coordinator.LoadRun.Ran;
import io.tidemark.coordinator.SampleAccumulator.Standing;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Merges the snapshots of n workers into samples, into OMB's grid of ten seconds, and into phases.
 * Samples are contiguous, in the coordinator's clock, and do not span phases: events of a phase
 * count in the time of that phase, even if a snapshot is late. Not thread-safe.
 */
final class TimelineBuilder {
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
  private final SampleAccumulator current;
  private final SampleAccumulator grid;
  private final PendingCounts pending = new PendingCounts();
  private final Map<Integer, PhaseTotals> phases = new TreeMap<>();
  private final LoadState[] loads;
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
  TimelineBuilder(
      int workers, int subscriptionsPerTopic, LongSupplier stillOwed, RunJournal journal) {
    this.samples = journal.log("samples", Sample.class);
    this.tenSeconds = journal.log("ten-seconds", Sample.class);
    this.subscriptionsPerTopic = subscriptionsPerTopic;
    this.stillOwed = stillOwed;
    current = new SampleAccumulator(workers);
    grid = new SampleAccumulator(workers);
    loads = new LoadState[workers];
    Arrays.fill(loads, LoadState.IDLE);
  }

  /** From now on samples lie in this phase. The phase before must have ended. */
  void phase(int index, String name, boolean isMeasured, long startEpochNanos) {
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
  }

  /** Takes a worker's snapshot; the offset is that of its clock, ahead of the coordinator's. */
  void add(int worker, Snapshot snapshot, long clockOffsetNanos) {
    long nanos = snapshot.endEpochNanos() - snapshot.startEpochNanos();
    current.host(worker, snapshot.host(), nanos);
    if (measured) {
      grid.host(worker, snapshot.host(), nanos);
    }
    total = total.plus(snapshot.counters());
    loads[worker] = snapshot.load();
    for (PhaseSlice slice : snapshot.slices()) {
      PhaseTotals totals = totals(slice.phase());
      totals.byIntention = totals.byIntention.plus(slice.counters());
      pending.add(slice, clockOffsetNanos);
    }
  }

  /** Every worker's counts are now those at this moment, or nearly. */
  void reached(long epochNanos) {
    reachedEpochNanos = Math.max(reachedEpochNanos, epochNanos);
  }

  /** The moment to which things have been counted. */
  long reachedEpochNanos() {
    return reachedEpochNanos;
  }

  /**
   * Ends the current sample at the moment to which things have been counted, but no later than its
   * phase ends; empty when that is where it began.
   */
  Optional<Sample> cut(long phaseEndEpochNanos) {
    return endSample(Math.min(reachedEpochNanos, phaseEndEpochNanos), phaseIndex);
  }

  /** Ends the phase and its last sample. */
  Optional<Sample> endPhase(long epochNanos) {
    return endSample(epochNanos, phaseIndex);
  }

  /** Ends the last phase: all remaining counts belong to it. */
  Optional<Sample> breakOff() {
    return endSample(reachedEpochNanos, Integer.MAX_VALUE);
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
  LoadState load(int worker) {
    return loads[worker];
  }

  /** All that was counted so far, all phases. */
  Counters total() {
    return total;
  }

  /** Acknowledged messages that subscriptions have not received yet. */
  long backlog() {
    long owed = total.owedToSubscriptions() * subscriptionsPerTopic;
    return Math.max(0, owed - total.get(Counter.RECEIVED) + stillOwed.getAsLong());
  }

  long inFlight() {
    return Arrays.stream(loads).mapToLong(LoadState::inFlight).sum();
  }

  long debt() {
    return Arrays.stream(loads).mapToLong(LoadState::debt).sum();
  }

  List<Sample> samples() {
    return samples.all();
  }

  /** Complete once the last measured phase has ended. */
  List<Sample> tenSecondSamples() {
    closeGrid();
    return tenSeconds.all();
  }

  /** Of messages in a phase. */
  ArrivalSpan arrivals(int phase) {
    return totals(phase).arrivals;
  }

  PhaseResult result(Ran ran, PhaseScale scale) {
    PhaseTotals totals = totals(ran.index());
    return new PhaseResult(
        ran.stage().name(),
        ran.stage().measured(),
        ran.startEpochNanos(),
        ran.lengthNanos(),
        ran.intendedRatePerSecond(),
        totals.throughput(ran.onlyReading()),
        totals.byIntention,
        scale,
        totals.latencies.nonEmpty());
  }

  private Standing standing() {
    return new Standing(backlog(), inFlight(), debt());
  }
}
