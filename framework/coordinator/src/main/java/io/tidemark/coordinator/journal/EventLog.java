package io.tidemark.coordinator.journal;

import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.fleet.Fleet;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.model.yaml.DriverSecrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Events of the timeline, in the coordinator's time. Their number is limited; further ones are only
 * counted.
 */
public final class EventLog {
  static final String COORDINATOR = "coordinator";
  static final String WORKER_STOPPED = "WORKER_STOPPED";
  private static final int MOST_EVENTS = 10_000;

  private final RunListener listener;
  private final List<RunEvent> events = new ArrayList<>();
  private final TelemetryLog telemetry;
  private long dropped;

  public EventLog(RunListener listener, RunJournal journal) {
    this.listener = listener;
    this.telemetry =
        new TelemetryLog(
            listener, journal.log("telemetry", TelemetrySample.class), TelemetryLog.MOST_READINGS);
  }

  public static String kindOfLoss(Fleet fleet, int index) {
    return fleet.hasLeft(index) ? WORKER_STOPPED : RunEvent.WORKER_LOST;
  }

  /** Whether an event is the loss of a worker, announced or not. */
  public static boolean isLoss(RunEvent event) {
    return event.kind().equals(WORKER_STOPPED) || event.kind().equals(RunEvent.WORKER_LOST);
  }

  public void own(long epochNanos, String kind, String subject, String detail) {
    add(new RunEvent(epochNanos, COORDINATOR, kind, subject, detail));
  }

  public void of(String worker, long epochNanos, WorkerEvent event) {
    add(
        new RunEvent(
            epochNanos, worker, event.kind(), event.subject(), event.detail(), event.numbers()));
  }

  /**
   * @param worker that has read it; -1 for the coordinator
   * @param reading in the coordinator's time
   */
  public void telemetry(int worker, TelemetrySample reading) {
    telemetry.add(worker, reading);
  }

  /** Also a worker elsewhere masks secrets, but this process knows more of them. */
  private static RunEvent masked(RunEvent event) {
    return new RunEvent(
        event.epochNanos(),
        event.source(),
        event.kind(),
        DriverSecrets.masked(event.subject()),
        DriverSecrets.masked(event.detail()),
        event.numbers());
  }

  public void add(RunEvent reported) {
    RunEvent event = masked(reported);
    // Errors of the engine have a separate limit, because they make the run invalid.
    int most = event.kind().equals(RunEvent.ENGINE_ERROR) ? 2 * MOST_EVENTS : MOST_EVENTS;
    if (events.size() < most) {
      events.add(event);
      listener.event(event);
    } else if (dropped++ == 0) {
      listener.note(
          String.format(
              Locale.ROOT, "more than %,d events: further ones are only counted", MOST_EVENTS));
    }
  }

  /** In order of time. */
  public List<RunEvent> events() {
    return events.stream().sorted(Comparator.comparingLong(RunEvent::epochNanos)).toList();
  }

  public List<TelemetrySample> telemetry() {
    return telemetry.all();
  }

  /** Readings of telemetry beyond those kept. */
  public long cutReadings() {
    return telemetry.cut();
  }

  /** Events beyond those kept. */
  public long dropped() {
    return dropped;
  }

  /**
   * The broker's telemetry. Every worker reads it; a metric is stored from the first worker that
   * reports it, and from another one if that one becomes silent. Used by one thread.
   */
  static final class TelemetryLog {
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

    /** Returns the kept samples, in order. */
    List<TelemetrySample> all() {
      return track.all();
    }

    /** Readings beyond those kept. */
    long cut() {
      return cut;
    }
  }
}
