package io.tidemark.coordinator;

import io.tidemark.model.result.Sample;
import io.tidemark.model.worker.Snapshot;
import java.util.Arrays;
import java.util.stream.IntStream;

/** What one entry of the timeline is made of; used again for the next one. */
final class SampleAccumulator {

  /** The state of a run at the end of an interval. */
  record Standing(long backlog, long inFlight, long debt) {}

  final LatencyAccumulator latencies = new LatencyAccumulator();
  final CounterAccumulator counters;
  private final HostAccumulator[] hosts;
  private String phase = "";
  private long startEpochNanos;
  private int snapshots;

  SampleAccumulator(int workers) {
    counters = new CounterAccumulator(workers);
    hosts =
        IntStream.range(0, workers)
            .mapToObj(i -> new HostAccumulator())
            .toArray(HostAccumulator[]::new);
  }

  boolean isEmpty() {
    return snapshots == 0;
  }

  /** Adds counters and host figures; latencies are added by the caller. */
  void add(int worker, String inPhase, long coordinatorStartNanos, Snapshot snapshot) {
    if (isEmpty()) {
      phase = inPhase;
      startEpochNanos = coordinatorStartNanos;
    }
    snapshots++;
    long length = snapshot.endEpochNanos() - snapshot.startEpochNanos();
    counters.add(worker, snapshot.counters(), length);
    hosts[worker].add(snapshot.host(), length);
  }

  Sample toSample(Standing standing) {
    return new Sample(
        phase,
        startEpochNanos,
        counters.meanLengthNanos(),
        counters.total(),
        counters.rates(),
        latencies.summaries(),
        standing.backlog(),
        standing.inFlight(),
        standing.debt(),
        Arrays.stream(hosts).map(HostAccumulator::toSample).toList());
  }

  void reset() {
    latencies.reset();
    counters.reset();
    Arrays.stream(hosts).forEach(HostAccumulator::reset);
    snapshots = 0;
  }
}
