package io.tidemark.worker.engine.record;

import io.tidemark.base.Clock;
import io.tidemark.driver.RefusedException;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.worker.driver.FailureLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Incidents of an interval, each kind of message once with its count, because a failed broker fails
 * every send. Thread-safe.
 */
public final class IncidentLog {
  private static final int MOST_DISTINCT = 20;
  private static final int MOST_DETAIL_CHARS = 300;

  private final Clock clock;
  private Map<Key, Occurrences> incidents = new LinkedHashMap<>();
  private long suppressed;
  private volatile Optional<String> last = Optional.empty();
  private volatile Optional<String> refusal = Optional.empty();

  private record Key(String kind, String subject, String detail) {}

  private static final class Occurrences {
    private final long firstEpochNanos;
    private long count;

    Occurrences(long firstEpochNanos) {
      this.firstEpochNanos = firstEpochNanos;
    }
  }

  IncidentLog(Clock clock) {
    this.clock = clock;
  }

  public void add(String kind, String subject, Throwable cause) {
    String detail = oneLine(cause);
    add(kind, subject, detail);
    last = Optional.of(subject + ": " + detail);
    if (RefusedException.isIn(cause)) {
      refusal = last;
    }
  }

  /** The latest failure. */
  public Optional<String> last() {
    return last;
  }

  /** The latest failure that would only be repeated. */
  public Optional<String> refusal() {
    return refusal;
  }

  public synchronized void add(String kind, String subject, String detail) {
    Key key = new Key(kind, subject, detail);
    Occurrences known = incidents.get(key);
    int most =
        kind.equals("ENGINE_ERROR") ? 2 * MOST_DISTINCT : MOST_DISTINCT; // Makes runs invalid.
    if (known == null && incidents.size() >= most) {
      suppressed++;
      return;
    }
    if (known == null) {
      known = new Occurrences(clock.epochNanos());
      incidents.put(key, known);
    }
    known.count++;
  }

  /** Incidents since the last call, oldest first. */
  public synchronized List<WorkerEvent> drain() {
    List<WorkerEvent> events = new ArrayList<>(incidents.size() + 1);
    incidents.forEach((key, seen) -> events.add(event(key, seen)));
    if (suppressed > 0) {
      events.add(
          new WorkerEvent(
              clock.epochNanos(), "SUPPRESSED", "engine", "further incidents: " + suppressed));
    }
    incidents = new LinkedHashMap<>();
    suppressed = 0;
    return events;
  }

  private static WorkerEvent event(Key key, Occurrences seen) {
    return new WorkerEvent(
        seen.firstEpochNanos,
        key.kind(),
        key.subject(),
        key.detail(),
        seen.count == 1 ? Map.of() : Map.of(WorkerEvent.TIMES, (double) seen.count));
  }

  public static String oneLine(Throwable cause) {
    Throwable root = FailureLine.unwrap(cause);
    String text =
        root instanceof RefusedException
            ? String.valueOf(root.getMessage())
            : root.getClass().getSimpleName()
                + (root.getMessage() == null ? "" : ": " + root.getMessage());
    String line = FailureLine.masked(text).replaceAll("\\s+", " ");
    return line.length() <= MOST_DETAIL_CHARS ? line : line.substring(0, MOST_DETAIL_CHARS);
  }
}
