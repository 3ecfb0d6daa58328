package io.tidemark.model.snapshot;

/**
 * How the load threads of a worker spent an interval. Times are sums over threads or producers; the
 * first two are available time, so that a quotient is a share.
 *
 * @param threadNanos time of the load threads: their number times the part of the interval in which
 *     they ran
 * @param producerNanos the same for the producers
 * @param sendNanos load threads: in send calls of the driver
 * @param capNanos producers: a message was due and the in-flight cap was reached
 * @param cpuNanos load threads: on a CPU; -1 where the kernel does not report it
 * @param runQueueNanos load threads: ready to run, waiting for a CPU; -1 where the kernel does not
 *     report it
 * @param oldestInFlightNanos age of the oldest send without an answer at the end of the interval
 * @param debt messages that were due and not sent at the end of the interval
 */
public record LoadThreads(
    long threadNanos,
    long producerNanos,
    long sendNanos,
    long capNanos,
    long cpuNanos,
    long runQueueNanos,
    long oldestInFlightNanos,
    long debt) {
  /** The threads of a worker without load. */
  public static final LoadThreads NONE = new LoadThreads(0, 0, 0, 0, -1, -1, 0, 0);

  /** Both intervals as one; {@code later} has the debt at its end. */
  public LoadThreads plus(LoadThreads later) {
    return new LoadThreads(
        threadNanos + later.threadNanos,
        producerNanos + later.producerNanos,
        sendNanos + later.sendNanos,
        capNanos + later.capNanos,
        known(cpuNanos, later, later.cpuNanos),
        known(runQueueNanos, later, later.runQueueNanos),
        Math.max(oldestInFlightNanos, later.oldestInFlightNanos),
        later.debt);
  }

  /** An interval without load threads does not make the sum unknown. */
  private long known(long mine, LoadThreads later, long others) {
    if (threadNanos == 0) {
      return others;
    }
    return later.threadNanos == 0 ? mine : mine < 0 || others < 0 ? -1 : mine + others;
  }

  /** The times without more than there was: readings of different clocks may differ a little. */
  public LoadThreads withinTheirTime() {
    return new LoadThreads(
        threadNanos,
        producerNanos,
        Math.min(sendNanos, threadNanos),
        Math.min(capNanos, producerNanos),
        Math.min(cpuNanos, threadNanos),
        Math.min(runQueueNanos, threadNanos),
        oldestInFlightNanos,
        debt);
  }

  /** Share of the threads' time in send calls, 0 to 1; NaN without threads. */
  public double sendShare() {
    return share(sendNanos, threadNanos);
  }

  /** Share of the producers' time in which a due message waited for the cap; NaN without any. */
  public double capShare() {
    return share(capNanos, producerNanos);
  }

  /** Share of the threads' time on a CPU; NaN where it is not known. */
  public double cpuShare() {
    return share(cpuNanos, threadNanos);
  }

  /** Share of the threads' time spent waiting for a CPU; NaN where it is not known. */
  public double runQueueShare() {
    return share(runQueueNanos, threadNanos);
  }

  private static double share(long nanos, long of) {
    return nanos < 0 || of == 0 ? Double.NaN : Math.min(1, (double) nanos / of);
  }
}
