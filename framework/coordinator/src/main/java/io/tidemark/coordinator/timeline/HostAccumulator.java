package io.tidemark.coordinator.timeline;

import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.MeanShare;

/** One worker's host figures over several snapshots: shares by time, pauses summed. */
final class HostAccumulator {
  private static final HostSample UNKNOWN =
      new HostSample(
          Double.NaN, Double.NaN, -1, Double.NaN, Double.NaN, -1, -1, -1, -1, -1, LoadThreads.NONE);

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
    if (lengthNanos == 0) {
      return last;
    }
    return new HostSample(
        process.mean(),
        host.mean(),
        last.cores(),
        steal.mean(),
        throttled.mean(),
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
