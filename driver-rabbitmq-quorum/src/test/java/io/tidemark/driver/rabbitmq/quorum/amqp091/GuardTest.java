package io.tidemark.driver.rabbitmq.quorum.amqp091;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GuardTest {
  private final AtomicInteger lastWork = new AtomicInteger();
  private final Guard guard = new Guard(lastWork::incrementAndGet);

  @Test
  void theEndingThreadDoesTheLastWorkWhenTheGuardIsFree() {
    guard.enter();
    guard.leave();
    assertThat(lastWork).hasValue(0);
    assertThat(guard.end(Duration.ofSeconds(30))).isTrue();
    assertThat(lastWork).hasValue(1);
  }

  @Test
  void whoeverIsInsideDoesItWhenTheOtherCouldNotWait() {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> {
              guard.enter();
              inside.countDown();
              awaited(goOn);
              guard.leave();
            });
    awaited(inside);
    assertThat(guard.end(Duration.ofMillis(1))).isFalse();
    assertThat(lastWork).hasValue(0);
    goOn.countDown();
    other.join();
    assertThat(lastWork).hasValue(1);
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
