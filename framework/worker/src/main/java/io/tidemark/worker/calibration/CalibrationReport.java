package io.tidemark.worker.calibration;

import io.tidemark.model.load.DeliveryMode;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * What {@link Calibration} found.
 *
 * @param payloadBytes of each message
 * @param floors the machine's baseline for each number of threads, from 1
 * @param closedLoops one for each number of threads and delivery
 * @param openLoops by rate
 * @param pinned the same with the load thread on a core that it does not leave; empty where that is
 *     not possible
 * @param disturbances what else used the machine during the open loops, one line each
 * @param trustedRatePerSecond the highest tested rate up to which all were accurate; 0 for none
 */
public record CalibrationReport(
    int payloadBytes,
    List<Baseline> floors,
    List<ClosedLoop> closedLoops,
    List<OpenLoop> openLoops,
    Optional<Pinned> pinned,
    List<String> disturbances,
    double trustedRatePerSecond) {
  /** Minimum share of a further thread's work for a free core. */
  private static final double FREE_CORE = 0.9;

  /**
   * Threads that do nothing but read the clock, allocate and record as often as the engine does.
   *
   * @param threads how many
   * @param messagesPerSecond over all threads
   * @param scaling times as many as one thread makes
   */
  public record Baseline(int threads, double messagesPerSecond, double scaling) {}

  /**
   * A closed loop.
   *
   * @param threads load threads
   * @param delivery how much was audited
   * @param messagesPerSecond over all threads
   * @param shareOfFloor of as many threads' floor
   * @param scaling times as many as one thread makes
   */
  public record ClosedLoop(
      int threads,
      DeliveryMode delivery,
      double messagesPerSecond,
      double shareOfFloor,
      double scaling) {}

  /**
   * An open loop of one producer.
   *
   * @param ratePerSecond wanted
   * @param rateError messages sent of those due in the measured time, less 1; those that are not
   *     out 10 ms after its end are missing
   * @param delayP50Nanos schedule delay
   * @param delayP99Nanos schedule delay
   * @param delayMaxNanos schedule delay
   * @param runQueueNanos how long the load thread was ready to run and waited for a core; -1 where
   *     the kernel does not say
   * @param trusted whether the error is within 0.1 % and the 99th percentile within 200 µs
   */
  public record OpenLoop(
      double ratePerSecond,
      double rateError,
      long delayP50Nanos,
      long delayP99Nanos,
      long delayMaxNanos,
      long runQueueNanos,
      boolean trusted) {
    private static final double MOST_RATE_ERROR = 1e-3;
    private static final long MOST_P99_DELAY_NANOS = 200_000;

    static OpenLoop of(double ratePerSecond, double rateError, Histogram delays, long runQueue) {
      long p99 = delays.getValueAtPercentile(99);
      return new OpenLoop(
          ratePerSecond,
          rateError,
          delays.getValueAtPercentile(50),
          p99,
          delays.getMaxValue(),
          runQueue,
          Math.abs(rateError) <= MOST_RATE_ERROR && p99 <= MOST_P99_DELAY_NANOS);
    }
  }

  /**
   * Open loops of a pinned load thread.
   *
   * @param core on which it ran
   * @param clockLoops the same rates in a thread on that core that only reads the clock; none if it
   *     cannot have the core
   */
  public record Pinned(int core, List<OpenLoop> openLoops, List<OpenLoop> clockLoops) {
    public Pinned {
      openLoops = List.copyOf(openLoops);
      clockLoops = List.copyOf(clockLoops);
    }
  }

  public CalibrationReport {
    disturbances = List.copyOf(disturbances);
    floors = List.copyOf(floors);
    closedLoops = List.copyOf(closedLoops);
    openLoops = List.copyOf(openLoops);
  }

  /** Whether the baseline of all threads shows a free core for each. */
  public boolean coresAreFree() {
    return floors.stream().allMatch(floor -> floor.scaling() >= FREE_CORE * floor.threads());
  }
}
