package io.tidemark.verdict;

import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.LoadThreads;

/**
 * Resource use of one worker's machine over the measured time. Shares are means over the time for
 * which they are known; unknown ones are NaN, which exceeds no threshold.
 *
 * @param cpuShare CPU of the worker's process, percent of the cores it may use
 * @param hostCpuPercent CPU used on the machine by all, percent of its cores
 * @param stealPercent CPU taken by the hypervisor, percent of the cores
 * @param throttledPercent time in which the container was throttled
 * @param gcPausePercent time in which the collector stopped the threads
 * @param unbridgedGcPausePercent the part of it in which the broker may have run out of sends: the
 *     maximum reduction of the rate of a closed loop by the collector
 * @param tickerLagPercent the sum of the longest delays of all samples
 */
record HostSummary(
    double cpuShare,
    double hostCpuPercent,
    double stealPercent,
    double throttledPercent,
    double gcPausePercent,
    double unbridgedGcPausePercent,
    long longestGcPauseNanos,
    long tickerLagNanos,
    double tickerLagPercent,
    LoadThreads loadThreads) {

  static final double BUSY_PERCENT = 90;

  /** Whether all processes together used nearly the whole machine, as far as it reports it. */
  boolean isBusy() {
    return hostCpuPercent > BUSY_PERCENT;
  }

  /** Who used the CPU, as far as the machine reports it. */
  String cpuUse() {
    double waiting = 100 * loadThreads.runQueueShare();
    return "the worker used "
        + Text.percent(cpuShare)
        + " of the cores"
        + (Double.isNaN(hostCpuPercent) ? "" : ", all processes " + Text.percent(hostCpuPercent))
        + (Double.isNaN(waiting)
            ? ""
            : ", its load threads waited for a CPU for %s of the time"
                .formatted(Text.percent(waiting)));
  }
}
