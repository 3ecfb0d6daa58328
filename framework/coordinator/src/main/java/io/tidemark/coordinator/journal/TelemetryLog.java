package io.tidemark.coordinator.journal;

import io.tidemark.coordinator.RunListener;
import io.tidemark.model.snapshot.TelemetrySample;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The broker's telemetry. Every worker reads it; a metric is stored from the first worker that
 * reports it, and from another one if that one becomes silent. Used by one thread.
 */
final class TelemetryLog {
  /** About 2 GB during the run, and half of that in the result. */
  static final long MOST_READINGS = 20_000_000;

  private static final long SILENCE_NANOS = Duration.ofSeconds(30).toNanos();

  private record Figure(String name, String subject) {}

  private static final class Reporter {
    private int worker;
    private long lastEpochNanos = Long.MIN_VALUE;
  }

  private final RunListener listener;
  private final AppendLog<TelemetrySample> track;
  private final long mostReadings;
  private final Map<Figure, Reporter> reporters = new HashMap<>();
  private long kept;
  private long cut;

  TelemetryLog(RunListener listener, AppendLog<TelemetrySample> track, long mostReadings) {
    this.listener = listener;
    this.track = track;
    this.mostReadings = mostReadings;
  }

  /**
   * @param reading in the coordinator's time
   */
  void add(int worker, TelemetrySample reading) {
    if (!isReporter(worker, reading)) {
      return;
    }
    if (kept < mostReadings) {
      kept++;
      track.add(reading);
      listener.reading(reading);
    } else if (cut++ == 0) {
      listener.note(
          String.format(
              Locale.ROOT,
              "more than %,d readings of telemetry: further ones are only counted",
              mostReadings));
    }
  }

  private boolean isReporter(int worker, TelemetrySample reading) {
    Reporter reporter =
        reporters.computeIfAbsent(
            new Figure(reading.name(), reading.subject()), figure -> new Reporter());
    boolean silent =
        reporter.lastEpochNanos == Long.MIN_VALUE
            || reading.epochNanos() - reporter.lastEpochNanos > SILENCE_NANOS;
    if (reporter.worker != worker && !silent) {
      return false;
    }
    reporter.worker = worker;
    reporter.lastEpochNanos = reading.epochNanos();
    return true;
  }

  /** Those kept, in order. */
  List<TelemetrySample> all() {
    return track.all();
  }

  /** Readings beyond those kept. */
  long cut() {
    return cut;
  }
}
