package io.tidemark.coordinator;

import java.time.Duration;
import java.util.Objects;

/**
 * How a run is conducted; nothing of what it measures.
 *
 * @param extraConsumers OMB's {@code --extra}: a third of the workers produces instead of half
 * @param lossPolicy what happens when a worker stops answering
 * @param setupTimeout for each call that makes or closes something
 * @param readinessTimeout until every subscription has heard from every producer of its topic
 * @param silenceTimeout after so long an answer is late, which is told; after three times that the
 *     worker is lost. One that shows no sign of life is lost whenever it says so
 * @param lease so long after the last call a worker stops its load by itself
 * @param startLead how far ahead of its announcement the load begins
 * @param deleteTopics whether the run removes what it made
 * @param coLocated whether the broker runs on a worker's machine; the verdict remarks it
 */
public record RunOptions(
    boolean extraConsumers,
    WorkerLossPolicy lossPolicy,
    Duration setupTimeout,
    Duration readinessTimeout,
    Duration silenceTimeout,
    Duration lease,
    Duration startLead,
    boolean deleteTopics,
    boolean coLocated) {

  public static final RunOptions DEFAULT =
      new RunOptions(
          false,
          WorkerLossPolicy.END,
          Duration.ofSeconds(120),
          Duration.ofSeconds(60),
          Duration.ofMillis(3_500),
          Duration.ofSeconds(20),
          Duration.ofMillis(200),
          true,
          false);

  public RunOptions {
    Objects.requireNonNull(lossPolicy);
    requirePositive("setupTimeout", setupTimeout);
    requirePositive("readinessTimeout", readinessTimeout);
    requirePositive("silenceTimeout", silenceTimeout);
    requirePositive("lease", lease);
    requirePositive("startLead", startLead);
  }

  public RunOptions withExtraConsumers(boolean extra) {
    return new RunOptions(
        extra,
        lossPolicy,
        setupTimeout,
        readinessTimeout,
        silenceTimeout,
        lease,
        startLead,
        deleteTopics,
        coLocated);
  }

  public RunOptions withLossPolicy(WorkerLossPolicy policy) {
    return new RunOptions(
        extraConsumers,
        policy,
        setupTimeout,
        readinessTimeout,
        silenceTimeout,
        lease,
        startLead,
        deleteTopics,
        coLocated);
  }

  /** So much for each call that makes or closes something; half of it for readiness. */
  public RunOptions withSetupTimeout(Duration timeout) {
    return new RunOptions(
        extraConsumers,
        lossPolicy,
        timeout,
        timeout.dividedBy(2),
        silenceTimeout,
        lease,
        startLead,
        deleteTopics,
        coLocated);
  }

  public RunOptions withStartLead(Duration lead) {
    return new RunOptions(
        extraConsumers,
        lossPolicy,
        setupTimeout,
        readinessTimeout,
        silenceTimeout,
        lease,
        lead,
        deleteTopics,
        coLocated);
  }

  public RunOptions withDeleteTopics(boolean delete) {
    return new RunOptions(
        extraConsumers,
        lossPolicy,
        setupTimeout,
        readinessTimeout,
        silenceTimeout,
        lease,
        startLead,
        delete,
        coLocated);
  }

  public RunOptions withCoLocated(boolean together) {
    return new RunOptions(
        extraConsumers,
        lossPolicy,
        setupTimeout,
        readinessTimeout,
        silenceTimeout,
        lease,
        startLead,
        deleteTopics,
        together);
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " must be above 0, got " + value);
    }
  }
}
