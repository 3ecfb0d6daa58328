package io.tidemark.model.workload;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One stretch of the test: what is absent stays as the phase before left it. With {@code end}
 * values the quantity goes there in a straight line.
 *
 * @param name unique in the workload
 * @param duration how long
 * @param startRatePerSecond rate over all producers when it begins
 * @param endRatePerSecond rate when it ends; empty: the same as at the start
 * @param startProcessingTime of each consumer for one message when it begins
 * @param endProcessingTime when it ends; empty: the same as at the start
 * @param objectives conditions that this phase must meet
 */
public record Phase(
    String name,
    Duration duration,
    Optional<Double> startRatePerSecond,
    Optional<Double> endRatePerSecond,
    Optional<Duration> startProcessingTime,
    Optional<Duration> endProcessingTime,
    List<Objective> objectives) {

  /** Without objectives. */
  public Phase(
      String name,
      Duration duration,
      Optional<Double> startRatePerSecond,
      Optional<Double> endRatePerSecond,
      Optional<Duration> startProcessingTime,
      Optional<Duration> endProcessingTime) {
    this(
        name,
        duration,
        startRatePerSecond,
        endRatePerSecond,
        startProcessingTime,
        endProcessingTime,
        List.of());
  }

  /** The same, named after a constant rate. */
  Phase at(BigDecimal ratePerSecond) {
    return new Phase(
        name + "-" + ratePerSecond.stripTrailingZeros().toPlainString(),
        duration,
        Optional.of(ratePerSecond.doubleValue()),
        Optional.empty(),
        startProcessingTime,
        endProcessingTime,
        objectives);
  }

  public Phase {
    objectives = List.copyOf(objectives);
  }
}
