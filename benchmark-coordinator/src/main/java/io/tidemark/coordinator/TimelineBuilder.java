package io.tidemark.coordinator;

import io.tidemark.coordinator.SampleAccumulator.Standing;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.LoadState;
import io.tidemark.model.worker.PhaseSlice;
import io.tidemark.model.worker.Snapshot;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Merges the snapshots of n workers into samples, into OMB's grid of ten seconds, and into phases.
 * Every histogram is added once, when it comes; sums are folded when an interval ends. Not
 * thread-safe.
 */
final class TimelineBuilder {
  private static final long GRID_NANOS = 10_000_000_000L;
  // A last entry shorter than this says nothing about a rate.
  private static final long SHORTEST_ENTRY_NANOS = 1_000_000_000L;

  private static final class PhaseTotals {
    private final LatencyAccumulator latencies = new LatencyAccumulator();
    private final CounterAccumulator byTime;
    private Counters byIntention = Counters.ZERO;

    private PhaseTotals(int workers) {
      byTime = new CounterAccumulator(workers);
    }
  }

  private final int workers;
  private final int subscriptionsPerTopic;
  private final LongSupplier stillOwed;
  private final SampleAccumulator current;
  private final SampleAccumulator grid;
  private final Map<Integer, LatencyAccumulator> byPhase = new TreeMap<>();
  private final Deque<LatencyAccumulator> spare = new ArrayDeque<>();
  private final Map<Integer, PhaseTotals> phases = new TreeMap<>();
  private final LoadState[] loads;
  private final Track<Sample> samples;
  private final Track<Sample> tenSeconds;
  private final SampleDigest digest = new SampleDigest();
  private boolean anyTenSeconds;
  private Counters total = Counters.ZERO;
  private String phaseName = "";
  private int phaseIndex;
  private boolean measured;
  private long nextGridEpochNanos;

  /**
   * @param stillOwed messages of an earlier run to be received, and messages received so far that
   *     had been received before, as far as that is known
   */
  TimelineBuilder(int workers, int subscriptionsPerTopic, LongSupplier stillOwed, Journal journal) {
    this.samples = journal.track("samples", Sample.class);
    this.tenSeconds = journal.track("ten-seconds", Sample.class);
    this.workers = workers;
    this.subscriptionsPerTopic = subscriptionsPerTopic;
    this.stillOwed = stillOwed;
    current = new SampleAccumulator(workers);
    grid = new SampleAccumulator(workers);
    loads = new LoadState[workers];
    Arrays.fill(loads, LoadState.IDLE);
  }

  /** From now on samples lie in this phase. The sample before must have been cut. */
  void phase(int index, String name, boolean isMeasured, long startEpochNanos) {
    if (isMeasured && !measured) {
      nextGridEpochNanos = startEpochNanos + GRID_NANOS;
    }
    if (!isMeasured) {
      closeGrid();
    }
    phaseIndex = index;
    phaseName = name;
    measured = isMeasured;
  }

  /** Takes a worker's snapshot; {@code startEpochNanos} is its start in the coordinator's clock. */
  void add(int worker, Snapshot snapshot, long startEpochNanos) {
    current.add(worker, phaseName, startEpochNanos, snapshot);
    if (measured) {
      grid.add(worker, phaseName, startEpochNanos, snapshot);
    }
    total = total.plus(snapshot.counters());
    loads[worker] = snapshot.load();
    for (PhaseSlice slice : snapshot.slices()) {
      byPhase
          .computeIfAbsent(
              slice.phase(), key -> spare.isEmpty() ? new LatencyAccumulator() : spare.pop())
          .add(slice.latencies());
      PhaseTotals totals = totals(slice.phase());
      totals.byIntention = totals.byIntention.plus(slice.counters());
    }
  }

  /** Ends the current sample, if anything came since the one before. */
  Optional<Sample> cut(long nowEpochNanos) {
    if (current.isEmpty()) {
      return Optional.empty();
    }
    foldLatencies();
    totals(phaseIndex).byTime.add(current.counters);
    Sample sample = current.toSample(standing());
    samples.add(sample);
    samples.flush();
    digest.add(sample);
    current.reset();
    if (measured && nowEpochNanos >= nextGridEpochNanos) {
      addTenSeconds();
      grid.reset();
      while (nextGridEpochNanos <= nowEpochNanos) {
        nextGridEpochNanos += GRID_NANOS;
      }
    }
    return Optional.of(sample);
  }

  private void foldLatencies() {
    byPhase.forEach(
        (index, latencies) -> {
          current.latencies.add(latencies);
          totals(index).latencies.add(latencies);
          latencies.reset();
          spare.push(latencies);
        });
    byPhase.clear();
    if (measured) {
      grid.latencies.add(current.latencies);
    }
  }

  private void closeGrid() {
    if (!grid.isEmpty()) {
      if (!anyTenSeconds || grid.counters.meanLengthNanos() >= SHORTEST_ENTRY_NANOS) {
        addTenSeconds();
      }
      grid.reset();
    }
  }

  private void addTenSeconds() {
    tenSeconds.add(grid.toSample(standing()));
    anyTenSeconds = true;
  }

  private PhaseTotals totals(int index) {
    return phases.computeIfAbsent(index, key -> new PhaseTotals(workers));
  }

  /** Where a worker's load stood when it was last heard. */
  LoadState load(int worker) {
    return loads[worker];
  }

  /** All that was counted so far, all phases. */
  Counters total() {
    return total;
  }

  /** Acknowledged messages that subscriptions have not received yet. */
  long backlog() {
    long acknowledged = total.acknowledged() * subscriptionsPerTopic;
    return Math.max(0, acknowledged - total.received() + stillOwed.getAsLong());
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

  /** What the verdict asks of them. */
  SampleDigest digest() {
    return digest;
  }

  /** Complete once the last measured phase has ended. */
  List<Sample> tenSecondSamples() {
    closeGrid();
    return tenSeconds.all();
  }

  PhaseResult result(
      int index,
      String name,
      boolean isMeasured,
      long startEpochNanos,
      long lengthNanos,
      Optional<Double> intendedRatePerSecond,
      Optional<Integer> requesters) {
    PhaseTotals totals = totals(index);
    return new PhaseResult(
        name,
        isMeasured,
        startEpochNanos,
        lengthNanos,
        intendedRatePerSecond,
        totals.byTime.rates(),
        totals.byIntention,
        requesters,
        totals.latencies.nonEmpty());
  }

  private Standing standing() {
    return new Standing(backlog(), inFlight(), debt());
  }
}
