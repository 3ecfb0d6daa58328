package io.tidemark.worker.calibration;

import io.tidemark.base.Clock;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.worker.host.CpuFrequency;
import io.tidemark.worker.host.HostSampler;
import io.tidemark.worker.host.OtherProcesses;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What else used the machine in a time: the hypervisor, other processes, a lower frequency. */
final class OtherUse {
  /** A smaller share of a core disturbs one message of 1,000 at most. */
  private static final double LEAST_SHARE = 0.001;

  private static final double FULL_FREQUENCY = 0.95;

  private final Clock clock;
  private final HostSampler host;
  private final OtherProcesses others;

  private OtherUse(Clock clock) {
    this.clock = clock;
    this.host = new HostSampler(clock);
    this.others = OtherProcesses.anySince(clock.nanoTime());
  }

  static OtherUse since(Clock clock) {
    return new OtherUse(clock);
  }

  /** One line each; none if nothing is known to disturb. Once. */
  List<String> untilNow() {
    HostSample used = host.sample();
    host.close();
    List<String> lines = new ArrayList<>();
    if (used.stealShare() >= LEAST_SHARE) {
      lines.add(
          String.format(
              Locale.ROOT,
              "the hypervisor took %.3f of %d cores (steal)",
              used.stealShare(),
              used.cores()));
    }
    if (used.throttledShare() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "the CPU limit of the container throttled it %.1f %% of the time",
              100 * used.throttledShare()));
    }
    if (used.longestGcPauseNanos() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "the collector stopped the threads for %.0f ms at most",
              used.longestGcPauseNanos() / 1e6));
    }
    others
        .until(clock.nanoTime(), used.cores())
        .ifPresent(use -> lines.add("other processes used " + use.text()));
    CpuFrequency.read()
        .filter(frequency -> frequency.shareOfMost() < FULL_FREQUENCY)
        .ifPresent(frequency -> lines.add(frequency.text()));
    return lines;
  }
}
