package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InBatchesTest {
  /** The framework ends the wait at the deadline of the step. */
  @Test
  @Timeout(60)
  void anInterruptedWaitForACreationEndsWithTheLastFailure() {
    AtomicInteger attempts = new AtomicInteger();
    Thread creating = Thread.currentThread();
    CompletableFuture<List<String>> created =
        InBatches.create(
            "consumer",
            1,
            Duration.ZERO,
            List.of("a"),
            any -> {
              if (attempts.incrementAndGet() == 1) {
                return CompletableFuture.failedFuture(new IOException("reset by peer"));
              }
              creating.interrupt();
              return new CompletableFuture<String>();
            });
    assertThat(Thread.interrupted()).isTrue();
    assertThat(created)
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("created 0 of 1 consumers")
        .withMessageContaining("reset by peer");
  }
}
