package io.tidemark.verdict;

import io.tidemark.model.snapshot.LoadThreads;

/**
 * Causes of a worker's late load in a phase, as shares of the time of its load threads or
 * producers, 0 to 1.
 *
 * @param cap a message was due and the in-flight cap was reached: the broker did not answer
 * @param blocked in send calls of the driver, not on a CPU
 * @param computing in send calls of the driver, on a CPU
 * @param machine ready to run and not running: no CPU, collector, hypervisor, container limit
 */
record Delay(double cap, double blocked, double computing, double machine) {

  private static final double MOST_OF_THE_TIME = 0.5;

  /** The share that decides; computing does only where it is most of the time. */
  double largest() {
    double held = Math.max(cap, Math.max(blocked, machine));
    return computing > MOST_OF_THE_TIME ? Math.max(held, computing) : held;
  }

  static Delay fromHost(HostSummary host) {
    LoadThreads threads = host.loadThreads();
    double sends = known(threads.sendShare());
    double machine = known(threads.runQueueShare());
    // Threads that wait for a CPU or stand still for the collector do so in sends, too.
    double pauses = known(host.gcPausePercent()) / 100;
    double cpu = threads.cpuShare();
    // The process as a whole is no measure of its load threads, but an idle one has idle threads.
    double busy = Double.isNaN(cpu) ? sends * known(host.cpuShare()) / 100 : cpu;
    double taken = known(host.stealPercent()) / 100 + known(host.throttledPercent()) / 100;
    double blocked = Math.max(0, sends - busy - machine - Math.min(1, pauses));
    return new Delay(
        known(threads.capShare()),
        blocked,
        Math.max(0, Math.min(sends, busy)),
        Math.min(1, machine + pauses + taken)); // Who waits for a CPU may wait for a stolen one.
  }

  private static double known(double share) {
    return Double.isNaN(share) ? 0 : share;
  }
}
