package io.tidemark.worker;

import io.tidemark.driver.DriverEvent;
import io.tidemark.measure.Clock;
import io.tidemark.model.worker.WorkerEvent;
import io.tidemark.worker.driver.FailureLine;
import java.util.ArrayList;
import java.util.List;

/**
 * Events until the next snapshot. Thread-safe, never blocks. Bounded: further events are only
 * counted.
 */
final class RunEvents {
  private static final int MOST_EVENTS = 1_000;
  private final Clock clock;
  private List<WorkerEvent> events = new ArrayList<>();
  private long dropped;

  RunEvents(Clock clock) {
    this.clock = clock;
  }

  void add(DriverEvent event) {
    add(event.kind().name(), event.subject(), event.detail());
  }

  void add(String kind, String subject, String detail) {
    WorkerEvent event =
        new WorkerEvent(
            clock.epochNanos(), kind, FailureLine.masked(subject), FailureLine.masked(detail));
    synchronized (this) {
      if (events.size() < MOST_EVENTS) {
        events.add(event);
      } else {
        dropped++;
      }
    }
  }

  /** All since the call before, in the order in which they came. */
  synchronized List<WorkerEvent> take() {
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
