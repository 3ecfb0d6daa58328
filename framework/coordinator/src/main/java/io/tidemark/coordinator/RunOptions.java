package io.tidemark.coordinator;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.load.Serialization;
import io.tidemark.model.snapshot.BrokerConfiguration;
import java.time.Duration;
import java.util.Optional;

/**
 * Options of the execution of a run.
 *
 * @param extraConsumers OMB's {@code --extra}: a third of the workers produces instead of half
 * @param lossPolicy what happens when a worker stops answering
 * @param setupTimeout for each call that makes or closes something
 * @param startLead how far ahead of its announcement the load begins
 * @param coLocated whether the broker runs on a worker's machine; the verdict remarks it
 * @param platform settings of the broker's platform, which no driver reads: of its pods
 * @param readings telemetry that this process reads itself
 * @param profiler records profiles in phases of the run
 * @param serialization the time to make a body, if bodies are made from values
 */
@RecordBuilder
public record RunOptions(
    boolean extraConsumers,
    WorkerLossPolicy lossPolicy,
    Duration setupTimeout,
    Duration startLead,
    boolean coLocated,
    BrokerConfiguration platform,
    OwnReadings readings,
    PhaseProfiler profiler,
    Optional<Serialization> serialization)
    implements RunOptionsBuilder.With {

  public static final RunOptions DEFAULT =
      new RunOptions(
          false,
          WorkerLossPolicy.END,
          Duration.ofSeconds(120),
          Duration.ofMillis(200),
          false,
          BrokerConfiguration.NONE,
          OwnReadings.NONE,
          PhaseProfiler.NONE,
          Optional.empty());

  /**
   * After this time a response is late, which is reported; after 3 times that the worker is lost. A
   * worker without heartbeats is lost independently of this.
   */
  public static final Duration SILENCE_TIMEOUT = Duration.ofMillis(3_500);

  /** Time after the last call at which a worker stops its load. */
  public static final Duration LEASE = Duration.ofSeconds(20);

  /** A coordinator that waits calls the workers after this time, which renews their leases. */
  public static final Duration LONGEST_WITHOUT_CALL = LEASE.dividedBy(4);

  public RunOptions {
    requirePositive("setupTimeout", setupTimeout);
    requirePositive("startLead", startLead);
  }

  /** Limit of the wait until every subscription has received from every producer of its topic. */
  public Duration readinessTimeout() {
    return setupTimeout.dividedBy(2);
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " must be above 0, got " + value);
    }
  }
}
