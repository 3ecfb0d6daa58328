package io.tidemark.http.omb;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.snapshot.PhaseSlice;
import io.tidemark.model.snapshot.Snapshot;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Logs conditions that make a Tidemark run invalid, because OMB's format has no verdict. Checks
 * windows of 10 s; one line per cause and minute, with value and limit. Not thread-safe.
 */
final class OmbWatch {
  private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(9);

  private final Consumer<String> log;
  private final LongSupplier nanoTime;
  private final Map<Threshold, Long> loggedNanos = new EnumMap<>(Threshold.class);
  private Window window = new Window();

  /** Data since the last check. */
  private static final class Window {
    private final Histogram delays = LatencyHistogram.create();
    private long nanos;
    private long gcPauseNanos;
    private long longestGcPauseNanos;
    private long tickerLagNanos;
    private double stealNanos;
    private double throttledNanos;

    void add(Snapshot snapshot) {
      long length = snapshot.endEpochNanos() - snapshot.startEpochNanos();
      HostSample host = snapshot.host();
      nanos += length;
      gcPauseNanos += host.gcPauseNanos();
      longestGcPauseNanos = Math.max(longestGcPauseNanos, host.longestGcPauseNanos());
      tickerLagNanos = Math.max(tickerLagNanos, host.loadThreadLagNanos());
      stealNanos += known(host.stealShare() / host.cores()) * length;
      throttledNanos += known(host.throttledShare()) * length;
      for (PhaseSlice slice : snapshot.slices()) {
        LatencyCounts counts = slice.latencies().get(Measure.SCHEDULE_DELAY);
        if (counts != null) {
          delays.add(counts.toHistogram());
        }
      }
    }

    private static double known(double share) {
      return Double.isNaN(share) ? 0 : share;
    }

    double percentOf(double part) {
      return 100 * part / nanos;
    }
  }

  /**
   * @param log gets each line
   */
  OmbWatch(Consumer<String> log, LongSupplier nanoTime) {
    this.log = log;
    this.nanoTime = nanoTime;
  }

  /** Snapshots of a worker without load change no figure, except where it receives. */
  void see(Snapshot snapshot) {
    if (snapshot.load().running() || snapshot.counters().get(Counter.RECEIVED) > 0) {
      window.add(snapshot);
    }
    if (window.nanos >= WINDOW_NANOS) {
      look(window, snapshot.load().scheduleLagNanos());
      window = new Window();
    }
  }

  private void look(Window seen, long lagNanos) {
    warn(Threshold.TICKER_LAG, "the ticker was late by", seen.tickerLagNanos);
    warn(Threshold.GC_PAUSE_MAX, "the longest collector pause took", seen.longestGcPauseNanos);
    warn(Threshold.GC_PAUSE_SHARE, "collector pauses took", seen.percentOf(seen.gcPauseNanos));
    warn(Threshold.CPU_STEAL, "the hypervisor took", seen.percentOf(seen.stealNanos));
    warn(
        Threshold.CPU_THROTTLED,
        "the container's CPU limit throttled the worker for",
        seen.percentOf(seen.throttledNanos));
    boolean sent = seen.delays.getTotalCount() > 0;
    warn(
        Threshold.SCHEDULE_DELAY_P99,
        sent
            ? "schedule missed: messages were sent late, p99"
            : "schedule missed: nothing was sent for",
        sent ? seen.delays.getValueAtPercentile(99) : lagNanos);
  }

  private void warn(Threshold threshold, String what, double value) {
    double limit = threshold.defaultValue();
    Long before = loggedNanos.get(threshold);
    long now = nanoTime.getAsLong();
    if (value > limit && (before == null || now - before >= QUIET_NANOS)) {
      loggedNanos.put(threshold, now);
      log.accept(
          "%s %s (limit %s); the results of OMB's coordinator do not show this"
              .formatted(what, shown(threshold, value), shown(threshold, limit)));
    }
  }

  private static String shown(Threshold threshold, double value) {
    return threshold.isTime()
        ? String.format(Locale.ROOT, "%.0f ms", value / 1e6)
        : String.format(Locale.ROOT, "%.1f %%", value);
  }
}
