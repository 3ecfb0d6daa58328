package io.tidemark.model.worker;

import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.TopicPopularity;
import java.util.Optional;

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
 * @param popularity of topics; empty where all producers have the same share of the load
 */
public record LoadRequest(
    long startEpochNanos,
    LoadShape shape,
    int totalProducers,
    ArrivalProcess arrivals,
    int maxInFlightPerProducer,
    long messageLimit,
    long startDelayNanos,
    Optional<TopicPopularity> popularity) {

  /** The load of producers that share it equally. */
  public LoadRequest(
      long startEpochNanos,
      LoadShape shape,
      int totalProducers,
      ArrivalProcess arrivals,
      int maxInFlightPerProducer,
      long messageLimit,
      long startDelayNanos) {
    this(
        startEpochNanos,
        shape,
        totalProducers,
        arrivals,
        maxInFlightPerProducer,
        messageLimit,
        startDelayNanos,
        Optional.empty());
  }

  public LoadRequest {
    if (popularity.filter(any -> any.producers() != totalProducers).isPresent()) {
      throw new IllegalArgumentException(
          "popularity is of " + popularity.get().producers() + " producers, not " + totalProducers);
    }
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
