package io.tidemark.worker.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.base.ManualClock;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.DriverEvent;
import io.tidemark.model.snapshot.WorkerEvent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunEventsTest {
  private final RunEvents events = new RunEvents(SystemClock.get());

  @Test
  void keepsEventsUntilTheyAreTaken() {
    events.add(new DriverEvent(DriverEvent.Kind.BLOCKED, "amqp://u:secret@h", "memory alarm"));
    assertThat(events.take())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.kind()).isEqualTo("BLOCKED");
              assertThat(event.subject()).isEqualTo("amqp://***@h");
              assertThat(event.detail()).isEqualTo("memory alarm");
            });
    assertThat(events.take()).isEmpty();
  }

  @Test
  void theErrorsOfAnOutageAreTheFirstAndTheNumberOfTheOthers() {
    ManualClock clock = new ManualClock();
    RunEvents ofClock = new RunEvents(clock);
    for (int i = 0; i < 50; i++) {
      ofClock.add("CONSUMER_ERROR", "a", "no leader " + i);
      clock.advance(100_000_000);
    }
    ofClock.add("CONSUMER_ERROR", "b", "closed");
    assertThat(ofClock.take())
        .extracting(WorkerEvent::detail)
        .containsExactly("no leader 0", "closed");
    clock.advance(1_900_000_000);
    assertThat(ofClock.take())
        .extracting(WorkerEvent::detail, WorkerEvent::numbers)
        .containsExactly(tuple("no leader 49", Map.of(WorkerEvent.TIMES, 49.0)));
    clock.advance(100_000_000);
    assertThat(ofClock.take()).isEmpty();
    ofClock.add("CONSUMER_ERROR", "a", "again");
    assertThat(ofClock.take()).extracting(WorkerEvent::detail).containsExactly("again");
  }

  @Test
  void countsWhatDoesNotFit() {
    for (int i = 0; i < 1_005; i++) {
      events.add("NOTICE", "s", "n" + i);
    }
    List<WorkerEvent> taken = events.take();
    assertThat(taken).hasSize(1_001);
    assertThat(taken.get(1_000).detail()).isEqualTo("5 more in this interval");
    assertThat(events.take()).isEmpty();
  }

  @Test
  void whatTheBrokerBlocksStandsUntilItEnds() {
    events.add(new DriverEvent(DriverEvent.Kind.BLOCKED, "p at h:1", "memory alarm"));
    events.add(new DriverEvent(DriverEvent.Kind.CONNECTION_LOST, "c at h:1", "reset"));
    assertThat(events.standing())
        .containsExactly(
            "p at h:1: the broker blocks it: memory alarm", "c at h:1: connection lost: reset");
    events.add(new DriverEvent(DriverEvent.Kind.CONNECTION_RECOVERED, "c", "h:2"));
    events.add(new DriverEvent(DriverEvent.Kind.UNBLOCKED, "p at h:1", "goes on"));
    assertThat(events.standing()).isEmpty();
  }
}
