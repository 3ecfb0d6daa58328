package io.tidemark.coordinator;

import io.tidemark.model.worker.HostSample;

/** One worker's host figures over several snapshots: shares by time, pauses summed. */
final class HostAccumulator {
  private static final HostSample UNKNOWN =
      new HostSample(Double.NaN, Double.NaN, -1, Double.NaN, Double.NaN, -1, -1, -1, -1, -1);

  private double lengthNanos;
  private double process;
  private double host;
  private double steal;
  private double throttled;
  private long gcPauseNanos;
  private long longestGcPauseNanos;
  private long lagNanos;
  private HostSample last = UNKNOWN;

  void add(HostSample sample, long nanos) {
    lengthNanos += nanos;
    process += sample.processCpuShare() * nanos;
    host += sample.hostCpuShare() * nanos;
    steal += sample.stealShare() * nanos;
    throttled += sample.throttledShare() * nanos;
    gcPauseNanos = sum(gcPauseNanos, sample.gcPauseNanos());
    longestGcPauseNanos = Math.max(longestGcPauseNanos, sample.longestGcPauseNanos());
    lagNanos = Math.max(lagNanos, sample.loadThreadLagNanos());
    last = sample;
  }

  HostSample toSample() {
    if (lengthNanos == 0) {
      return last;
    }
    return new HostSample(
        process / lengthNanos,
        host / lengthNanos,
        last.cores(),
        steal / lengthNanos,
        throttled / lengthNanos,
        gcPauseNanos,
        longestGcPauseNanos,
        last.usedHeapBytes(),
        last.residentBytes(),
        lagNanos);
  }

  void reset() {
    lengthNanos = 0;
    process = 0;
    host = 0;
    steal = 0;
    throttled = 0;
    gcPauseNanos = 0;
    longestGcPauseNanos = 0;
    lagNanos = 0;
    last = UNKNOWN;
  }

  private static long sum(long total, long next) {
    return next < 0 ? total : total + next;
  }
}
