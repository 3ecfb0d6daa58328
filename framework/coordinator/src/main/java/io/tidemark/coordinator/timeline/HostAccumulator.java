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
