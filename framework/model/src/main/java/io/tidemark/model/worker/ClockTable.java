package io.tidemark.model.worker;

import java.util.List;

/**
 * How to turn time stamps of other workers into this worker's time, by index of the sending worker:
 * {@code own = stamp + offsetNanos + driftRatio * (stamp - referenceEpochNanos)}.
 *
 * @param corrections by index of the sending worker
 * @param workerOfProducer index of the worker that has the producer, by index of the producer; in a
 *     request/reply run those of the requesters, then those of the responders
 */
public record ClockTable(List<Correction> corrections, List<Integer> workerOfProducer) {

  /**
   * @param offsetNanos to be added at the reference time
   * @param driftRatio nanoseconds per nanosecond by which the offset grows
   * @param referenceEpochNanos the sender's time at which the offset holds
   * @param errorBoundNanos the offset is off by no more than this; 0 when both read one clock
   */
  public record Correction(
      long offsetNanos, double driftRatio, long referenceEpochNanos, long errorBoundNanos) {
    public static final Correction NONE = new Correction(0, 0, 0, 0);

    /** The receiver's time for a sender's stamp. */
    public long apply(long stampEpochNanos) {
      return stampEpochNanos
          + offsetNanos
          + (driftRatio == 0 ? 0 : (long) (driftRatio * (stampEpochNanos - referenceEpochNanos)));
    }
  }

  public ClockTable {
    corrections = List.copyOf(corrections);
    workerOfProducer = List.copyOf(workerOfProducer);
    for (int worker : workerOfProducer) {
      if (worker < 0 || worker >= corrections.size()) {
        throw new IllegalArgumentException("no correction for worker " + worker);
      }
    }
  }
}
