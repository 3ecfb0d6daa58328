package io.tidemark.model.workload;

import io.tidemark.model.load.Arrivals;
import java.util.Objects;
import java.util.Optional;

/**
 * How fast messages are sent, and how many.
 *
 * @param rate open loop, closed loop or search
 * @param arrivals spacing of an open loop
 * @param maxInFlightPerProducer window or cap; empty: chosen from heap and number of producers
 * @param messageLimit messages over all producers, 0 for none
 */
public record LoadSpec(
    ProducerRate rate,
    Arrivals arrivals,
    Optional<Integer> maxInFlightPerProducer,
    long messageLimit) {
  public LoadSpec {
    Objects.requireNonNull(rate);
    Objects.requireNonNull(arrivals);
    Objects.requireNonNull(maxInFlightPerProducer);
  }
}
