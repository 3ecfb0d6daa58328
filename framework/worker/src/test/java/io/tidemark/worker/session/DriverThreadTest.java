package io.tidemark.worker.session;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DriverThreadTest {
  private final DriverThread thread = new DriverThread("a");

  @AfterEach
  void close() {
    thread.close();
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
        .hasMessageContainingAll("within 1 s", "created 0 of 1 consumers", "no leader for queue q")
        .hasMessageContainingAll("producer-0", "low on memory");
  }
}
