package io.tidemark.worker.metrics;

import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.snapshot.Snapshot;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The sum of all snapshots of this process. For all threads. */
final class SnapshotTotals {
  private final Map<Measure, Histogram> latencies = new EnumMap<>(Measure.class);
  private Counters total = Counters.ZERO;
  private String lastRun = "";
  private long lastSequence;
  private long inFlight;

  synchronized void add(Snapshot snapshot) {
    boolean known = snapshot.runId().equals(lastRun) && snapshot.sequence() <= lastSequence;
    if (known) {
      return;
    }
    lastRun = snapshot.runId();
    lastSequence = snapshot.sequence();
    inFlight = snapshot.load().inFlight();
    total = total.plus(snapshot.counters());
    for (PhaseSlice slice : snapshot.slices()) {
      slice.latencies().forEach((measure, counts) -> of(measure).add(counts.toHistogram()));
    }
  }

  private Histogram of(Measure measure) {
    return latencies.computeIfAbsent(measure, key -> LatencyHistogram.create());
  }

  synchronized Counters counters() {
    return total;
  }

  synchronized long inFlight() {
    return inFlight;
  }

  /** A copy. */
  synchronized Histogram latency(Measure measure) {
    return of(measure).copy();
  }
}
