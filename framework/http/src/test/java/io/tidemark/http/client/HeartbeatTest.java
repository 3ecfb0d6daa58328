package io.tidemark.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
  private static final Duration LIMIT = Duration.ofMillis(3_500);

  private record Task(long atNanos, Runnable task) {}

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::atNanos));
  private long now;
  private int beats;
  private Optional<String> failure = Optional.empty();
  private boolean connects = true;
  private final Heartbeat heartbeat =
      new Heartbeat(
          this::beat, LIMIT, () -> now, (nanos, task) -> tasks.add(new Task(now + nanos, task)));

  private CompletableFuture<Optional<Heartbeat.Miss>> beat() {
    beats++;
    return CompletableFuture.completedFuture(failure.map(why -> new Heartbeat.Miss(why, connects)));
  }

  private void untilMillis(long millis) {
    long until = Duration.ofMillis(millis).toNanos();
    while (!tasks.isEmpty() && tasks.element().atNanos() <= until) {
      Task next = tasks.remove();
      now = next.atNanos();
      next.task().run();
    }
    now = until;
  }

  @Test
  void aWorkerThatAnswersACallEachSecondGetsNone() {
    heartbeat.begin();
    for (int second = 1; second <= 60; second++) {
      untilMillis(1_000 * second);
      heartbeat.sign();
    }
    assertThat(beats).isZero();
  }

  @Test
  void aWorkerWithoutCallsGetsOneAboutEverySecond() {
    heartbeat.begin();
    untilMillis(60_000);
    assertThat(beats).isBetween(50, 60);
    assertThat(heartbeat.silence()).isEmpty();
  }

  @Test
  void aWorkerThatAnsweredIsSilentAtTheLimitAndNotBefore() {
    heartbeat.begin();
    heartbeat.sign();
    failure = Optional.of("connection refused");
    untilMillis(3_500);
    assertThat(heartbeat.silence()).isEmpty();
    untilMillis(3_501);
    assertThat(heartbeat.silence()).contains("no response for 3500 ms (" + failure.get() + ")");
  }

  @Test
  void aWorkerThatHasJustStartedHasMoreTime() {
    heartbeat.begin();
    failure = Optional.of("connection refused");
    untilMillis(17_500);
    assertThat(heartbeat.silence()).isEmpty();
    untilMillis(17_501);
    assertThat(heartbeat.silence()).isPresent();
  }

  /** What accepts connections is a machine that runs; what does not is gone. */
  @Test
  void aMachineThatAcceptsNoConnectionHasNoMoreTimeBeforeItsFirstAnswer() {
    heartbeat.begin();
    connects = false;
    failure = Optional.of("cannot connect: no answer");
    untilMillis(3_500);
    assertThat(heartbeat.silence()).isEmpty();
    untilMillis(3_501);
    assertThat(heartbeat.silence()).contains("no response for 3500 ms (" + failure.get() + ")");
    connects = true;
    untilMillis(5_000);
    assertThat(heartbeat.silence()).as("it is there, and starts").isEmpty();
  }

  @Test
  void aCoordinatorThatWasStoppedLosesNoWorker() {
    heartbeat.begin();
    heartbeat.sign();
    failure = Optional.of("timeout");
    now = Duration.ofMinutes(10).toNanos();
    tasks.remove().task().run();
    assertThat(heartbeat.silence()).as("after one failure").isEmpty();
    failure = Optional.empty();
    untilMillis(600_000 + 500);
    assertThat(heartbeat.silence()).isEmpty();
  }

  @Test
  void afterItsEndNothingIsSent() {
    heartbeat.begin();
    heartbeat.close();
    untilMillis(60_000);
    assertThat(beats).isZero();
    assertThat(tasks).isEmpty();
  }
}
