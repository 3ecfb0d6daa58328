package io.tidemark.worker.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.base.Deadline;
import io.tidemark.model.worker.WorkerException;
import java.time.Duration;
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
    thread.beginClose();

    assertThatThrownBy(
            () -> thread.run("close", "the close", Deadline.in(Duration.ZERO), closed::countDown))
        .isInstanceOf(WorkerException.class)
        .hasMessageContaining("did not finish within");
    assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
  }
}
