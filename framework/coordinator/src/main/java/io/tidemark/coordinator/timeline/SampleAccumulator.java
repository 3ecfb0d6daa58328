package io.tidemark.coordinator.timeline;

import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import java.util.Arrays;

/** Collects one entry of the timeline; reused for the next one. */
final class SampleAccumulator {

  /** The state of a run at the end of an interval. */
  record Standing(long backlog, long inFlight, long debt) {}

  final LatencyAccumulator latencies = new LatencyAccumulator();
  private final HostAccumulator[] hosts;
  private Counters counters = Counters.ZERO;
  private String phase = "";
  private long startEpochNanos;
  private long endEpochNanos;

  SampleAccumulator(int workers) {
    hosts = new HostAccumulator[workers];
    Arrays.setAll(hosts, i -> new HostAccumulator());
  }

  /** The interval begins here, in this phase. */
  void begin(String inPhase, long epochNanos) {
    phase = inPhase;
    startEpochNanos = epochNanos;
    endEpochNanos = epochNanos;
  }

  void host(int worker, HostSample host, long nanos) {
    hosts[worker].add(host, nanos);
  }

  /** What was counted since the interval began, or since it was last extended. */
  void extend(Counters more, long untilEpochNanos) {
    counters = counters.plus(more);
    endEpochNanos = untilEpochNanos;
  }

  long startEpochNanos() {
    return startEpochNanos;
  }

  Counters counters() {
    return counters;
  }

  long lengthNanos() {
    return endEpochNanos - startEpochNanos;
  }

  Sample toSample(Standing standing) {
    return new Sample(
        phase,
        startEpochNanos,
        lengthNanos(),
        counters,
        latencies.summaries(),
        standing.backlog(),
        standing.inFlight(),
        standing.debt(),
        Arrays.stream(hosts).map(HostAccumulator::toSample).toList());
  }

  /** The next interval begins where this one ends. */
  void next() {
    latencies.reset();
    counters = Counters.ZERO;
    Arrays.setAll(hosts, i -> new HostAccumulator());
    startEpochNanos = endEpochNanos;
  }
}
