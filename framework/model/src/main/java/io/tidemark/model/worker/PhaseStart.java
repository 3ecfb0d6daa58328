package io.tidemark.model.worker;

/**
 * A phase of the run begins.
 *
 * @param index from 0, one more than the phase before
 * @param name for messages
 * @param startEpochNanos when, in the receiving worker's clock; may lie ahead
 */
public record PhaseStart(int index, String name, long startEpochNanos) {
  public PhaseStart {
    if (index < 0) {
      throw new IllegalArgumentException("index must not be negative: " + index);
    }
  }
}
