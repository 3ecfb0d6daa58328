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
 * @param pause whether producers send nothing; the phase after it goes on as the one before it
 * @param startRatePerSecond rate over all producers when it begins
 * @param endRatePerSecond rate when it ends; empty: the same as at the start
 * @param startProcessingTime of each consumer for one message when it begins
 * @param endProcessingTime when it ends; empty: the same as at the start
 * @param messageSizeBytes of every message
 * @param producersPerTopic producers of each topic
 * @param consumersPerSubscription consumers of each subscription
 * @param objectives conditions that this phase must meet
 */
public record Phase(
    String name,
    Duration duration,
    boolean pause,
    Optional<Double> startRatePerSecond,
    Optional<Double> endRatePerSecond,
    Optional<Duration> startProcessingTime,
    Optional<Duration> endProcessingTime,
    Optional<Integer> messageSizeBytes,
    Optional<Integer> producersPerTopic,
    Optional<Integer> consumersPerSubscription,
    List<Objective> objectives) {

  /** Without objectives, with the sizes and clients of the workload. */
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
        false,
        startRatePerSecond,
        endRatePerSecond,
        startProcessingTime,
        endProcessingTime,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  public Phase {
    objectives = List.copyOf(objectives);
  }

  /** The same, named after a constant rate. */
  Phase at(BigDecimal ratePerSecond) {
    return with(
        name + "-" + ratePerSecond.stripTrailingZeros().toPlainString(),
        Optional.of(ratePerSecond.doubleValue()),
        Optional.empty());
  }

  /** The same with another name. */
  Phase named(String other) {
    return with(other, startRatePerSecond, endRatePerSecond);
  }

  private Phase with(String other, Optional<Double> startRate, Optional<Double> endRate) {
    return new Phase(
        other,
        duration,
        pause,
        startRate,
        endRate,
        startProcessingTime,
        endProcessingTime,
        messageSizeBytes,
        producersPerTopic,
        consumersPerSubscription,
        objectives);
  }
}
