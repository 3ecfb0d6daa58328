package io.tidemark.coordinator.clock;

import io.tidemark.base.Clock;
import io.tidemark.coordinator.clock.OffsetReading.Effort;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;

/**
 * The offset of a worker's clock, for a plan; a run measures repeatedly.
 *
 * @param offsetNanos worker's clock minus the coordinator's
 * @param errorBoundNanos the offset is off by no more than this; 0 when both read one clock
 */
public record ClockOffset(long offsetNanos, long errorBoundNanos) {
  /**
   * @param own clock of this process
   * @param theirs clock that the worker reports
   */
  public static ClockOffset measure(Clock clock, ClockDomain own, ClockDomain theirs, Worker worker)
      throws WorkerException, InterruptedException {
    ClockEstimate estimate =
        ClockSync.track(own, theirs, OffsetReading.burst(clock, worker, Effort.LATER)).estimate();
    return new ClockOffset(estimate.offsetNanos(), estimate.errorBoundNanos());
  }

  /** {@code +3.00 s +/- 420 us}, or that it is the same clock. */
  public String text() {
    return errorBoundNanos == 0
        ? "same clock as the coordinator"
        : "clock offset %s, +/- %s".formatted(Text.nanos(offsetNanos), Text.nanos(errorBoundNanos));
  }
}
