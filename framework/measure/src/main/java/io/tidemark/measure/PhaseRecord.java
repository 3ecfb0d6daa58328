package io.tidemark.measure;

/** Counts and latencies of one {@link PhasePair} in one stripe's interval. Not thread-safe. */
final class PhaseRecord {
  private static final int LATENCIES = Latency.values().length;

  final int phase;
  final Tally tally = new Tally();
  private final LatencyCounts[] latencies = new LatencyCounts[LATENCIES];
  private long firstArrivalEpochNanos = Long.MAX_VALUE;
  private long lastArrivalEpochNanos = Long.MIN_VALUE;

  PhaseRecord(int phase) {
    this.phase = phase;
  }

  void arrived(long epochNanos) {
    if (epochNanos < firstArrivalEpochNanos) {
      firstArrivalEpochNanos = epochNanos;
    }
    if (epochNanos > lastArrivalEpochNanos) {
      lastArrivalEpochNanos = epochNanos;
    }
  }

  /** {@link Long#MAX_VALUE} when nothing has arrived. */
  long firstArrivalEpochNanos() {
    return firstArrivalEpochNanos;
  }

  /** {@link Long#MIN_VALUE} when nothing has arrived. */
  long lastArrivalEpochNanos() {
    return lastArrivalEpochNanos;
  }

  void record(Latency latency, long nanos) {
    LatencyCounts counts = latencies[latency.ordinal()];
    if (counts == null) {
      counts = new LatencyCounts();
      latencies[latency.ordinal()] = counts;
    }
    if (nanos > LatencyCounts.HIGHEST_NANOS) {
      tally.overflowed++;
      counts.record(LatencyCounts.HIGHEST_NANOS);
    } else {
      counts.record(Math.max(0, nanos));
    }
  }

  /** Null when nothing of the kind was recorded. */
  LatencyCounts counts(Latency latency) {
    LatencyCounts counts = latencies[latency.ordinal()];
    return counts == null || counts.isEmpty() ? null : counts;
  }

  /** The same, empty, with the memory that it has; a used one only makes room. */
  PhaseRecord cleared(int nextPhase) {
    PhaseRecord next = new PhaseRecord(nextPhase);
    for (int i = 0; i < LATENCIES; i++) {
      if (latencies[i] != null) {
        latencies[i].clear();
        next.latencies[i] = latencies[i];
      }
    }
    return next;
  }
}
