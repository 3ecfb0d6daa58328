package io.tidemark.verdict;

import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.MeanShare;

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
  CpuUse cpuUse() {
    return new CpuUse(cpuShare, hostCpuPercent, 100 * loadThreads.runQueueShare());
  }

  /**
   * @param cpuPercent of the cores that the worker may use
   * @param machinePercent used by all processes, of all cores
   * @param waitingPercent of the time of load threads that were ready to run
   */
  record CpuUse(double cpuPercent, double machinePercent, double waitingPercent) {
    @Override
    public String toString() {
      return Template.fill(
          "the worker used {cpuPercent} of the cores[, all processes {machinePercent}][, its load"
              + " threads waited for a CPU for {waitingPercent} of the time]",
          this);
    }
  }

  /** Sums of one worker's host metrics over samples. */
  static final class Totals {
    private final MeanShare cpu = new MeanShare();
    private final MeanShare all = new MeanShare();
    private final MeanShare steal = new MeanShare();
    private final MeanShare throttled = new MeanShare();
    private double lengthNanos;
    private double pauseNanos;
    private double unbridgedPauseNanos;
    private double roomNanos;
    private long longestPauseNanos;
    private long lagNanos;
    private double lagSumNanos;
    private LoadThreads loadThreads = LoadThreads.NONE;

    /**
     * @param bridgedNanos for how long the sends in flight keep the broker busy without new ones:
     *     longer pauses reduce the rate
     */
    void add(HostSample host, double sampleNanos, double bridgedNanos) {
      if (host.cores() > 0) {
        lengthNanos += sampleNanos;
        cpu.add(host.processCpuShare() / host.cores(), sampleNanos);
        all.add(host.hostCpuShare() / host.cores(), sampleNanos);
        steal.add(host.stealShare() / host.cores(), sampleNanos);
        throttled.add(host.throttledShare(), sampleNanos);
        double pauses = addPause(Math.max(0, host.gcPauseNanos()), sampleNanos);
        unbridgedPauseNanos += host.longestGcPauseNanos() > bridgedNanos ? pauses : 0;
        longestPauseNanos = Math.max(longestPauseNanos, host.longestGcPauseNanos());
        lagNanos = Math.max(lagNanos, host.loadThreadLagNanos());
        lagSumNanos += Math.max(0, host.loadThreadLagNanos());
      }
      loadThreads = loadThreads.plus(host.loadThreads().withinTheirTime());
    }

    /** A pause is reported at its end: the part beyond its sample belongs to the previous one. */
    private double addPause(double nanos, double sampleNanos) {
      double here = Math.min(nanos, sampleNanos);
      double counted = here + Math.min(nanos - here, roomNanos);
      pauseNanos += counted;
      roomNanos = sampleNanos - here;
      return counted;
    }

    void add(Totals other) {
      lengthNanos += other.lengthNanos;
      cpu.add(other.cpu);
      all.add(other.all);
      steal.add(other.steal);
      throttled.add(other.throttled);
      pauseNanos += other.pauseNanos;
      unbridgedPauseNanos += other.unbridgedPauseNanos;
      longestPauseNanos = Math.max(longestPauseNanos, other.longestPauseNanos);
      lagNanos = Math.max(lagNanos, other.lagNanos);
      lagSumNanos += other.lagSumNanos;
      loadThreads = loadThreads.plus(other.loadThreads);
    }

    HostSummary summary() {
      double whole = lengthNanos == 0 ? Double.NaN : lengthNanos / 100;
      return new HostSummary(
          100 * cpu.mean(),
          100 * all.mean(),
          100 * steal.mean(),
          100 * throttled.mean(),
          pauseNanos / whole,
          unbridgedPauseNanos / whole,
          longestPauseNanos,
          lagNanos,
          lagSumNanos / whole,
          loadThreads);
    }
  }
}
