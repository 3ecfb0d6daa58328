package io.tidemark.coordinator;

import java.time.Duration;
import java.util.Objects;

/**
 * How a run is conducted; nothing of what it measures.
 *
 * @param extraConsumers OMB's {@code --extra}: a third of the workers produces instead of half
 * @param lossPolicy what happens when a worker stops answering
 * @param setupTimeout for each call that makes or closes something
 * @param startLead how far ahead of its announcement the load begins
 * @param coLocated whether the broker runs on a worker's machine; the verdict remarks it
 */
public record RunOptions(
    boolean extraConsumers,
    WorkerLossPolicy lossPolicy,
    Duration setupTimeout,
    Duration startLead,
    boolean coLocated) {

  public static final RunOptions DEFAULT =
      new RunOptions(
          false, WorkerLossPolicy.END, Duration.ofSeconds(120), Duration.ofMillis(200), false);

  /**
   * After so long an answer is late, which is told; after three times that the worker is lost. One
   * that shows no sign of life is lost whenever it says so.
   */
  static final Duration SILENCE_TIMEOUT = Duration.ofMillis(3_500);

  /** So long after the last call a worker stops its load by itself. */
  static final Duration LEASE = Duration.ofSeconds(20);

  public RunOptions {
    Objects.requireNonNull(lossPolicy);
    requirePositive("setupTimeout", setupTimeout);
    requirePositive("startLead", startLead);
  }

  /** Until every subscription has heard from every producer of its topic. */
  Duration readinessTimeout() {
    return setupTimeout.dividedBy(2);
  }

  public RunOptions withLossPolicy(WorkerLossPolicy policy) {
    return new RunOptions(extraConsumers, policy, setupTimeout, startLead, coLocated);
  }

  public RunOptions withCoLocated(boolean together) {
    return new RunOptions(extraConsumers, lossPolicy, setupTimeout, startLead, together);
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " must be above 0, got " + value);
    }
  }
}
