package io.tidemark.coordinator.clock;

/**
 * The estimated offset of a worker's clock from the coordinator's.
 *
 * @param referenceEpochNanos the coordinator's time for which the offset holds
 * @param offsetNanos worker's clock minus coordinator's
 * @param driftRatio nanoseconds per nanosecond by which the offset grows
 * @param errorBoundNanos the offset is off by no more than this; 0 when both read one clock
 */
public record ClockEstimate(
    long referenceEpochNanos, long offsetNanos, double driftRatio, long errorBoundNanos) {

  /** The offset at a moment of the coordinator's clock. */
  public long offsetAt(long coordinatorEpochNanos) {
    return offsetNanos + (long) (driftRatio * (coordinatorEpochNanos - referenceEpochNanos));
  }

  public long toWorker(long coordinatorEpochNanos) {
    return coordinatorEpochNanos + offsetAt(coordinatorEpochNanos);
  }

  public long toCoordinator(long workerEpochNanos) {
    return workerEpochNanos - offsetAt(workerEpochNanos - offsetNanos);
  }
}
