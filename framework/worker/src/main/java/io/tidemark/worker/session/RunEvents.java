package io.tidemark.worker.session;

import io.tidemark.base.Clock;
import io.tidemark.driver.DriverEvent;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.worker.driver.FailureLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Events until the next snapshot. Thread-safe, never blocks. Bounded: further events are only
 * counted. Of the errors of a consumer that follow one another, the first is an event, and
 * afterwards the number of the others.
 */
public final class RunEvents {
  static final String CONSUMER_ERROR = "CONSUMER_ERROR";
  private static final int MOST_EVENTS = 1_000;
  private static final int MOST_STANDING = 2;

  /** Without an error for this time, an outage of a consumer is over. */
  private static final long OUTAGE_OVER_NANOS = 2_000_000_000L;

  private final Clock clock;
  private List<WorkerEvent> events = new ArrayList<>();
  private long dropped;

  /** By subject. */
  private final Map<String, Outage> outages = new HashMap<>();

  /** Blocks and losses that have not ended, by subject. */
  private final Map<String, String> standing = new LinkedHashMap<>();

  /** Errors of a consumer: all after the first are counted. */
  private static final class Outage {
    private long lastEpochNanos;
    private long others;
    private String lastDetail = "";
  }

  public RunEvents(Clock clock) {
    this.clock = clock;
  }

  public void add(DriverEvent event) {
    note(event);
    add(event.kind().name(), event.subject(), event.detail());
  }

  private synchronized void note(DriverEvent event) {
    String subject = event.subject();
    switch (event.kind()) {
      case BLOCKED -> standing.put(subject, "the broker blocks it: " + event.detail());
      case CONNECTION_LOST -> standing.put(subject, "connection lost: " + event.detail());
      case UNBLOCKED -> standing.remove(subject);
      case CONNECTION_RECOVERED ->
          standing.keySet().removeIf(each -> (each + " ").startsWith(subject + " "));
      default -> {
        // No state.
      }
    }
  }

  /** What the broker does to connections at this moment: reasons for a wait, a few of them. */
  public synchronized List<String> standing() {
    return standing.entrySet().stream()
        .limit(MOST_STANDING)
        .map(each -> FailureLine.masked(each.getKey() + ": " + each.getValue()))
        .toList();
  }

  public void add(String kind, String subject, String detail) {
    add(kind, subject, detail, Map.of());
  }

  public void add(String kind, String subject, String detail, Map<String, Double> numbers) {
    WorkerEvent event =
        new WorkerEvent(
            clock.epochNanos(),
            kind,
            FailureLine.masked(subject),
            FailureLine.masked(detail),
            numbers);
    synchronized (this) {
      if (!kind.equals(CONSUMER_ERROR) || isFirst(event)) {
        keep(event);
      }
    }
  }

  private void keep(WorkerEvent event) {
    if (events.size() < MOST_EVENTS) {
      events.add(event);
    } else {
      dropped++;
    }
  }

  private boolean isFirst(WorkerEvent error) {
    Outage known = outages.get(error.subject());
    Outage outage = known == null ? new Outage() : known;
    outage.lastEpochNanos = error.epochNanos();
    if (known == null) {
      outages.put(error.subject(), outage);
      return true;
    }
    outage.others++;
    outage.lastDetail = error.detail();
    return false;
  }

  private boolean isOver(String subject, Outage outage) {
    if (clock.epochNanos() - outage.lastEpochNanos < OUTAGE_OVER_NANOS) {
      return false;
    }
    if (outage.others > 0) {
      Map<String, Double> times = Map.of(WorkerEvent.TIMES, (double) outage.others);
      keep(
          new WorkerEvent(
              outage.lastEpochNanos, CONSUMER_ERROR, subject, outage.lastDetail, times));
    }
    return true;
  }

  /** All since the call before, in the order in which they came. */
  public synchronized List<WorkerEvent> take() {
    outages.entrySet().removeIf(each -> isOver(each.getKey(), each.getValue()));
    List<WorkerEvent> taken = events;
    events = new ArrayList<>();
    if (dropped > 0) {
      taken.add(
          new WorkerEvent(
              clock.epochNanos(), "NOTICE", "events", dropped + " more in this interval"));
      dropped = 0;
    }
    return taken;
  }
}
