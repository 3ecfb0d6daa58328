package io.tidemark.model.worker;

import java.util.List;

/**
 * A phase of the run begins.
 *
 * @param index from 0, one more than the phase before
 * @param name for messages
 * @param startEpochNanos when, in the receiving worker's clock; may lie ahead
 * @param startsByWorkerEpochNanos the same moment in the clock of each worker, by its index: sender
 *     and receiver of a message compare its stamp with the same number. Empty: not known
 */
public record PhaseRequest(
    int index, String name, long startEpochNanos, List<Long> startsByWorkerEpochNanos) {
  public PhaseRequest {
    if (index < 0) {
      throw new IllegalArgumentException("index must not be negative: " + index);
    }
    startsByWorkerEpochNanos = List.copyOf(startsByWorkerEpochNanos);
  }

  public PhaseRequest(int index, String name, long startEpochNanos) {
    this(index, name, startEpochNanos, List.of());
  }
}
