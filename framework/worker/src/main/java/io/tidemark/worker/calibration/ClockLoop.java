package io.tidemark.worker.calibration;

import io.tidemark.base.Clock;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.worker.calibration.CalibrationReport.OpenLoop;
import io.tidemark.worker.host.ReservedCores;
import io.tidemark.worker.host.ThreadSchedule;
import io.tidemark.worker.host.ThreadSchedule.Times;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * A thread on a reserved core that only reads the clock: how late it sees a due time is caused by
 * interrupts, the kernel and the hypervisor. No engine keeps its schedule better on this core.
 */
final class ClockLoop {
  private final Clock clock;
  private final int core;

  ClockLoop(Clock clock, int core) {
    this.clock = clock;
    this.core = core;
  }

  /**
   * How late it saw the times of this rate; empty if it cannot have the core, or is interrupted.
   */
  Optional<OpenLoop> schedule(double ratePerSecond, Duration duration) {
    return Together.run(1, () -> onCore(ratePerSecond, duration)).stream()
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<OpenLoop> onCore(double ratePerSecond, Duration duration) throws IOException {
    try {
      ReservedCores.take(core);
    } catch (IOException e) {
      return Optional.empty(); // A load thread goes on without it, too.
    }
    try {
      ThreadSchedule schedule = ThreadSchedule.ofThisThread();
      Histogram delays = LatencyHistogram.create();
      look(1e9 / ratePerSecond, duration, LatencyHistogram.create()); // To warm up.
      Optional<Times> before = schedule.times();
      look(1e9 / ratePerSecond, duration, delays);
      Optional<Times> after = schedule.times();
      long waited =
          before.isEmpty() || after.isEmpty()
              ? -1
              : after.get().runQueueNanos() - before.get().runQueueNanos();
      return Optional.of(OpenLoop.of(ratePerSecond, 0, delays, waited));
    } finally {
      ReservedCores.giveBack();
    }
  }

  private void look(double stepNanos, Duration duration, Histogram delays) {
    long start = clock.nanoTime();
    long due = 1;
    long dueNanoTime = start + (long) stepNanos;
    while (dueNanoTime - start < duration.toNanos()) {
      long now = clock.nanoTime();
      while (dueNanoTime <= now) {
        delays.recordValue(now - dueNanoTime);
        dueNanoTime = start + (long) (++due * stepNanos);
      }
    }
  }
}
