package io.tidemark.model.load;

import java.util.Optional;

/**
 * The load of a worker's producers from a given time.
 *
 * @param startEpochNanos when the schedule's time begins, in the worker's own epoch nanoseconds
 * @param rate open loop: messages per second over all producers of all workers, by time; empty:
 *     closed loop, as fast as the window allows
 * @param totalProducers producers over all workers; the share of each is 1 / totalProducers
 * @param arrivals spacing of an open loop
 * @param maxInFlightPerProducer unacknowledged messages at most, per producer; the window of a
 *     closed loop
 * @param messageLimit messages at most over all producers of all workers; 0 for no limit
 * @param activeProducers how many producers send, by time, those with the lowest indexes; empty for
 *     all. Closed loop only.
 * @param startDelayNanos distance between the starts of producers that begin to send at one step
 */
public record LoadPlan(
    long startEpochNanos,
    Optional<Profile> rate,
    int totalProducers,
    Arrivals arrivals,
    int maxInFlightPerProducer,
    long messageLimit,
    Optional<Profile> activeProducers,
    long startDelayNanos) {

  public LoadPlan {
    if (startDelayNanos < 0) {
      throw new IllegalArgumentException(
          "startDelayNanos must not be negative: " + startDelayNanos);
    }
    if (totalProducers < 1) {
      throw new IllegalArgumentException("totalProducers must be at least 1: " + totalProducers);
    }
    if (maxInFlightPerProducer < 1) {
      throw new IllegalArgumentException(
          "maxInFlightPerProducer must be at least 1: " + maxInFlightPerProducer);
    }
    if (messageLimit < 0) {
      throw new IllegalArgumentException("messageLimit must not be negative: " + messageLimit);
    }
  }
}
