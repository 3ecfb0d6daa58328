package io.tidemark.coordinator.timeline;

import io.tidemark.model.snapshot.ArrivalSpan;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.PhaseSlice;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Counts of workers that no sample contains yet, by phase: if the coordinator is late, a snapshot
 * contains events of later phases. Not thread-safe.
 */
final class PendingCounts {
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
