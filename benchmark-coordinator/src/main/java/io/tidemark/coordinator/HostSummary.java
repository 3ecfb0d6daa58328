package io.tidemark.coordinator;

import io.tidemark.model.result.Sample;
import io.tidemark.model.worker.HostSample;
import java.util.List;

/**
 * How one worker's machine fared over the measured time. Shares are means over the time for which
 * they are known; those that the machine never tells are NaN, and NaN exceeds nothing.
 *
 * @param cpuShare CPU of the worker's process, percent of the cores it may use
 * @param hostCpuPercent CPU used on the machine by all, percent of its cores
 * @param stealPercent CPU taken by the hypervisor, percent of the cores
 * @param throttledPercent time in which the container was held back
 * @param gcPausePercent time in which the collector stopped the threads
 */
record HostSummary(
    double cpuShare,
    double hostCpuPercent,
    double stealPercent,
    double throttledPercent,
    double gcPausePercent,
    long longestGcPauseNanos,
    long tickerLagNanos) {

  static HostSummary of(int worker, List<Sample> samples) {
    double nanos = 0;
    MeanShare cpu = new MeanShare();
    MeanShare all = new MeanShare();
    MeanShare steal = new MeanShare();
    MeanShare throttled = new MeanShare();
    double pause = 0;
    long longest = 0;
    long lag = 0;
    for (Sample sample : samples) {
      HostSample host = sample.hosts().get(worker);
      if (host.cores() > 0) {
        double length = sample.lengthNanos();
        nanos += length;
        cpu.add(host.processCpuShare() / host.cores(), length);
        all.add(host.hostCpuShare() / host.cores(), length);
        steal.add(host.stealShare() / host.cores(), length);
        throttled.add(host.throttledShare(), length);
        pause += Math.max(0, host.gcPauseNanos());
        longest = Math.max(longest, host.longestGcPauseNanos());
        lag = Math.max(lag, host.loadThreadLagNanos());
      }
    }
    double whole = nanos == 0 ? Double.NaN : nanos / 100;
    return new HostSummary(
        100 * cpu.mean(),
        100 * all.mean(),
        100 * steal.mean(),
        100 * throttled.mean(),
        pause / whole,
        longest,
        lag);
  }
}
