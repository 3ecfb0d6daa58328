package io.tidemark.coordinator.stage;

import io.tidemark.model.workload.LoadSchedule;
import java.util.Optional;

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
}
