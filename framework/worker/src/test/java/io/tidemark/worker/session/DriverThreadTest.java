package io.tidemark.worker.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.ResourceCreator;
import io.openmessaging.benchmark.driver.ResourceCreator.CreationResult;
import io.tidemark.base.Deadline;
import io.tidemark.base.SystemClock;
import io.tidemark.driver.DriverEvent;
import io.tidemark.model.worker.WorkerException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DriverThreadTest {
  private static final Deadline LONG = Deadline.in(Duration.ofSeconds(60));

  private final DriverThread thread = new DriverThread("a");
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  @AfterEach
  void close() {
    thread.close();
  }

  @Test
  void whatEndsWaitsDoesNotEndThatForAClose() throws Exception {
    AtomicBoolean aborts = new AtomicBoolean(true);
    Thread other =
        new Thread(
            () -> {
              try {
                begun.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              aborts.set(thread.abort());
              closed.countDown();
            });
    other.start();

    thread.beginClose();
    thread.run(
        "close",
        "the close",
        LONG,
        () -> {
          begun.countDown();
          closed.await();
        });

    assertThat(aborts).isFalse();
    other.join();
  }

  @Test
  void aCloseIsCarriedOutThoughItsDeadlineIsOverBeforeItBegins() throws Exception {
    CountDownLatch earlier = new CountDownLatch(1);
    thread.beginClose();
    Thread other =
        new Thread(
            () -> {
              try {
                thread.run(
                    "close",
                    "an earlier call",
                    LONG,
                    () -> {
                      begun.countDown();
                      earlier.await();
                    });
              } catch (WorkerException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    other.start();
    begun.await();

    assertThatThrownBy(
            () -> thread.run("close", "the close", Deadline.in(Duration.ZERO), closed::countDown))
        .isInstanceOf(WorkerException.class)
        .hasMessageContaining("did not finish within");
    assertThat(closed.getCount()).isEqualTo(1);
    earlier.countDown();
    assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
    other.join();
  }

  @Test
  void theErrorOfADeadlineHasTheLastReasonOfWhatIsRepeatedAndWhatTheBrokerBlocks() {
    RunEvents events = new RunEvents(SystemClock.get());
    events.add(new DriverEvent(DriverEvent.Kind.BLOCKED, "producer-0", "low on memory"));
    thread.standing(events::standing);
    ResourceCreator<String, String> creator =
        new ResourceCreator<>(
            "consumer",
            1,
            1,
            batch ->
                Map.of(
                    batch.get(0),
                    CompletableFuture.failedFuture(new IOException("no leader for queue q"))),
            future -> new CreationResult<>(null, false));

    assertThatThrownBy(
            () ->
                thread.await(
                    "createConsumers",
                    "1 consumer",
                    Deadline.in(Duration.ofSeconds(1)),
                    () -> creator.create(List.of("a"))))
        .isInstanceOf(WorkerException.class)
        .hasMessageContaining("did not finish within 1 s: waiting for 1 consumer")
        .hasMessageContaining("created 0 of 1 consumers")
        .hasMessageContaining("no leader for queue q")
        .hasMessageContaining("producer-0: the broker blocks it: low on memory");
  }
}
