package io.tidemark.model.worker;

import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.LoadShape;

/**
 * The load of a worker's producers from a given time.
 *
 * @param startEpochNanos when the schedule's time begins, in the worker's own epoch nanoseconds
 * @param shape what is sent over time
 * @param totalProducers producers over all workers
 * @param arrivals spacing of an open loop
 * @param maxInFlightPerProducer unacknowledged messages at most, per producer; the window of a
 *     closed loop
 * @param messageLimit messages at most over all producers of all workers; 0 for no limit
 * @param startDelayNanos distance between the starts of producers that begin to send at one step of
 *     a closed loop
 */
public record LoadRequest(
    long startEpochNanos,
    LoadShape shape,
    int totalProducers,
    ArrivalProcess arrivals,
    int maxInFlightPerProducer,
    long messageLimit,
    long startDelayNanos) {

  public LoadRequest {
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
