package io.tidemark.model.snapshot;

/**
 * Resource use of the worker's machine and process in an interval. Shares are in cores: 1.5 is one
 * and a half cores. Unknown values are NaN (shares) or -1 (numbers).
 *
 * @param processCpuShare CPU used by the worker's process
 * @param hostCpuShare CPU used on the machine by all, in cores
 * @param cores logical cores the process may use
 * @param stealShare CPU taken by the hypervisor, in cores
 * @param throttledShare share of the interval in which the container's CPU limit throttled it, 0 to
 *     1
 * @param gcPauseNanos time in which the collector stopped the threads, in total
 * @param longestGcPauseNanos the longest single pause
 * @param usedHeapBytes heap in use at the end
 * @param residentBytes resident memory of the process at the end
 * @param loadThreadLagNanos maximum delay of the engine's ticker, which was ready to run
 * @param loadThreads what the load threads did
 */
public record HostSample(
    double processCpuShare,
    double hostCpuShare,
    int cores,
    double stealShare,
    double throttledShare,
    long gcPauseNanos,
    long longestGcPauseNanos,
    long usedHeapBytes,
    long residentBytes,
    long loadThreadLagNanos,
    LoadThreads loadThreads) {

  /** The sample with what the load threads did. */
  public HostSample with(LoadThreads did) {
    return new HostSample(
        processCpuShare,
        hostCpuShare,
        cores,
        stealShare,
        throttledShare,
        gcPauseNanos,
        longestGcPauseNanos,
        usedHeapBytes,
        residentBytes,
        loadThreadLagNanos,
        did);
  }
}
