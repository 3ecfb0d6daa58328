package io.tidemark.model.load;

import io.tidemark.model.load.PayloadSpec.WeightedSize;
import java.util.List;
import java.util.Optional;

/**
 * What producers send over time. Offsets count from the start of the load.
 *
 * @param rate open loop: messages per second over all producers of all workers; empty: closed loop,
 *     as fast as the window allows
 * @param activeProducers how many producers send, in steps: those with the lowest indexes; they
 *     share the rate. Empty for all.
 * @param sizes of messages by their intended send time, in order of time; before the first: those
 *     of the run's payload
 */
public record LoadShape(
    Optional<Curve> rate, Optional<Curve> activeProducers, List<SizeStep> sizes) {

  /**
   * Sizes of messages from an offset on.
   *
   * @param offsetNanos nanoseconds since the start of the load
   * @param sizes with their weights
   */
  public record SizeStep(long offsetNanos, List<WeightedSize> sizes) {
    public SizeStep {
      sizes = List.copyOf(sizes);
    }
  }

  public LoadShape {
    sizes = List.copyOf(sizes);
  }

  /** All producers at a rate, with messages of the run's sizes. */
  public static LoadShape of(Curve rate) {
    return new LoadShape(Optional.of(rate), Optional.empty(), List.of());
  }

  /** All producers as fast as possible, with messages of the run's sizes. */
  public static LoadShape closedLoop() {
    return new LoadShape(Optional.empty(), Optional.empty(), List.of());
  }
}
