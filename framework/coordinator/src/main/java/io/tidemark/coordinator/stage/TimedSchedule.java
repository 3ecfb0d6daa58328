package io.tidemark.coordinator.stage;

import io.tidemark.model.workload.LoadSchedule;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A schedule of the load in the coordinator's time.
 *
 * @param startEpochNanos where its offsets count from; nothing is due before
 */
record TimedSchedule(LoadSchedule schedule, long startEpochNanos) {
  /** Mean rate between two times; empty without a rate. */
  Optional<Double> intendedRate(long fromEpochNanos, long toEpochNanos) {
    return toEpochNanos <= startEpochNanos
        ? schedule.rate().map(rate -> 0.0)
        : schedule.meanRate(fromEpochNanos - startEpochNanos, toEpochNanos - startEpochNanos);
  }

  /**
   * From when on this number of messages is due; {@link Long#MIN_VALUE} without a rate, {@link
   * Long#MAX_VALUE} for never.
   */
  long dueEpochNanos(long messages) {
    if (schedule.rate().isEmpty()) {
      return Long.MIN_VALUE;
    }
    OptionalLong offset = schedule.rate().get().offsetOf(messages * 1e9);
    return offset.isPresent() ? startEpochNanos + offset.getAsLong() : Long.MAX_VALUE;
  }
}
