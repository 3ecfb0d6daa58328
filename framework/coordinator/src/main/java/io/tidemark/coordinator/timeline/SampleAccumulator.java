package io.tidemark.coordinator.timeline;

import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.MeanShare;
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

  /** One worker's host figures over several snapshots: shares by time, pauses summed. */
  static final class HostAccumulator {
    private static final HostSample UNKNOWN =
        new HostSample(
            Double.NaN,
            Double.NaN,
            -1,
            Double.NaN,
            Double.NaN,
            -1,
            -1,
            -1,
            -1,
            -1,
            LoadThreads.NONE);

    private double lengthNanos;
    private final MeanShare process = new MeanShare();
    private final MeanShare host = new MeanShare();
    private final MeanShare steal = new MeanShare();
    private final MeanShare throttled = new MeanShare();
    private long gcPauseNanos;
    private long longestGcPauseNanos;
    private long lagNanos;
    private LoadThreads loadThreads = LoadThreads.NONE;
    private HostSample last = UNKNOWN;

    void add(HostSample sample, long nanos) {
      lengthNanos += nanos;
      process.add(sample.processCpuShare(), nanos);
      host.add(sample.hostCpuShare(), nanos);
      steal.add(sample.stealShare(), nanos);
      throttled.add(sample.throttledShare(), nanos);
      gcPauseNanos = sum(gcPauseNanos, sample.gcPauseNanos());
      longestGcPauseNanos = Math.max(longestGcPauseNanos, sample.longestGcPauseNanos());
      lagNanos = Math.max(lagNanos, sample.loadThreadLagNanos());
      loadThreads = loadThreads.plus(sample.loadThreads());
      last = sample;
    }

    HostSample toSample() {
      if (last == UNKNOWN) {
        return last;
      }
      boolean weighed = lengthNanos > 0; // It is 0 if the clock was set back.
      return new HostSample(
          weighed ? process.mean() : last.processCpuShare(),
          weighed ? host.mean() : last.hostCpuShare(),
          last.cores(),
          weighed ? steal.mean() : last.stealShare(),
          weighed ? throttled.mean() : last.throttledShare(),
          gcPauseNanos,
          longestGcPauseNanos,
          last.usedHeapBytes(),
          last.residentBytes(),
          lagNanos,
          loadThreads);
    }

    private static long sum(long total, long next) {
      return next < 0 ? total : total + next;
    }
  }
}
