package io.tidemark.worker.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.telemetry.TelemetrySource;
import io.tidemark.model.snapshot.TelemetrySample;
import io.tidemark.model.snapshot.WorkerEvent;
import io.tidemark.worker.DriverDouble;
import io.tidemark.worker.session.RunEvents;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TelemetryPollerTest {
  private final RunEvents events = new RunEvents(SystemClock.get());

  @Test
  void reportsAFailureOnceUntilItChangesOrEnds() throws Exception {
    AtomicInteger readings = new AtomicInteger();
    TelemetryPoller poller =
        started(
            () -> {
              int reading = readings.incrementAndGet();
              if (reading <= 50) {
                throw new IOException("connection refused");
              }
              if (reading <= 100) {
                throw new IllegalStateException("HTTP 500");
              }
              return List.of(new TelemetryReading("queueMessagesReady", "q1", 7, 0));
            });
    await().until(() -> readings.get() > 102);
    assertThat(poller.stop(Deadline.in(Duration.ofSeconds(10)))).isTrue();
    assertThat(events.take())
        .extracting(WorkerEvent::detail)
        .containsExactly(
            "connection refused", "HTTP 500", "answers again after 100 failed readings");
    assertThat(poller.take())
        .hasSizeGreaterThanOrEqualTo(2)
        .allSatisfy(sample -> assertThat(sample.value()).isEqualTo(7));
    assertThat(poller.take()).isEmpty();
  }

  @Test
  void isBoundedWhenItsSamplesAreNotTaken() throws Exception {
    List<TelemetryReading> many = new ArrayList<>();
    for (int i = 0; i < 15_000; i++) {
      many.add(new TelemetryReading("n", "s", i, 0));
    }
    AtomicInteger readings = new AtomicInteger();
    TelemetryPoller poller =
        started(
            () -> {
              readings.incrementAndGet();
              return many;
            });
    await().until(() -> readings.get() > 3);
    assertThat(poller.stop(Deadline.in(Duration.ofSeconds(10)))).isTrue();
    assertThat(poller.take()).hasSize(20_000);
    assertThat(events.take()).singleElement().extracting("subject").isEqualTo("worker");
  }

  @Test
  void readsOnceMoreAtTheEnd() throws Exception {
    AtomicInteger depth = new AtomicInteger(7);
    TelemetryPoller poller =
        started(
            Duration.ofDays(1),
            () -> List.of(new TelemetryReading("queueMessages", "q1", depth.get(), 0)));
    List<TelemetrySample> first = new ArrayList<>();
    await()
        .until(
            () -> {
              first.addAll(poller.take());
              return !first.isEmpty();
            });
    depth.set(0);
    assertThat(poller.last(Deadline.in(Duration.ofSeconds(60))))
        .singleElement()
        .satisfies(sample -> assertThat(sample.value()).isZero());
    assertThat(poller.stop(Deadline.in(Duration.ofSeconds(60)))).isTrue();
  }

  @Test
  void whatWasReadBeforeIsNotReportedAsTheLast() throws Exception {
    AtomicInteger readings = new AtomicInteger();
    TelemetryPoller poller =
        started(
            Duration.ofDays(1),
            () -> {
              if (readings.incrementAndGet() > 1) {
                throw new IOException("connection refused");
              }
              return List.of(new TelemetryReading("queueMessages", "q1", 7, 0));
            });
    assertThat(poller.last(Deadline.in(Duration.ofSeconds(60)))).isEmpty();
    assertThat(readings).hasValue(2);
    assertThat(poller.stop(Deadline.in(Duration.ofSeconds(60)))).isTrue();
  }

  @Test
  void saysWhenItsLastReadingDoesNotEnd() throws Exception {
    CountDownLatch testOver = new CountDownLatch(1);
    CountDownLatch reading = new CountDownLatch(1);
    TelemetryPoller poller =
        started(
            () -> {
              reading.countDown();
              DriverDouble.hangEvenIfInterrupted(testOver);
              return List.of();
            });
    reading.await();
    assertThat(poller.stop(Deadline.in(Duration.ofMillis(50)))).isFalse();
    testOver.countDown();
  }

  private TelemetryPoller started(TelemetrySource source) {
    return started(Duration.ofMillis(1), source);
  }

  private TelemetryPoller started(Duration interval, TelemetrySource source) {
    TelemetryPoller poller =
        new TelemetryPoller(
            List.of(source), SystemClock.get(), events, getClass().getClassLoader());
    poller.start(interval);
    return poller;
  }

  @Test
  void wellKnownReadingsHaveTheNamesThatTheVerdictLooksFor() {
    assertThat(TelemetryReading.RUN_PUBLISHED).isEqualTo(TelemetrySample.RUN_PUBLISHED);
    assertThat(TelemetryReading.RUN_DELIVERED).isEqualTo(TelemetrySample.RUN_DELIVERED);
    assertThat(TelemetryReading.RUN_ACKNOWLEDGED).isEqualTo(TelemetrySample.RUN_ACKNOWLEDGED);
    assertThat(TelemetryReading.RUN_COUNTED_TOPICS).isEqualTo(TelemetrySample.RUN_COUNTED_TOPICS);
    assertThat(TelemetryReading.QUEUE_MESSAGES).isEqualTo(TelemetrySample.QUEUE_MESSAGES);
    assertThat(TelemetryReading.NODE_RUNNING).isEqualTo(TelemetrySample.NODE_RUNNING);
  }
}
