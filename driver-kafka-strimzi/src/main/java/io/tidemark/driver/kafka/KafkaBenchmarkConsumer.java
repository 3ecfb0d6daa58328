package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.PausableConsumer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/** A member of a consumer group, with its thread. */
final class KafkaBenchmarkConsumer implements BenchmarkConsumer, PausableConsumer {
  private final ReceiveLoop loop;
  private final Thread thread;
  private final Duration closeTimeout;

  KafkaBenchmarkConsumer(ReceiveLoop loop, String group, Duration closeTimeout) {
    this.loop = loop;
    this.closeTimeout = closeTimeout;
    this.thread = new Thread(loop, "kafka-consumer-" + group);
    thread.setDaemon(true);
    thread.setContextClassLoader(KafkaBenchmarkConsumer.class.getClassLoader());
    thread.start();
  }

  CompletableFuture<KafkaBenchmarkConsumer> ready() {
    return loop.ready().thenApply(ignored -> this);
  }

  @Override
  public void pause() {
    loop.pause(true);
  }

  @Override
  public void resume() {
    loop.pause(false);
  }

  /** Commits what was processed and leaves the group. */
  @Override
  public void close() throws InterruptedException, TimeoutException {
    loop.stop();
    if (Thread.currentThread() == thread) {
      return;
    }
    // The last commit and leaving the group may each take the whole deadline.
    long deadlineMillis = closeTimeout.multipliedBy(2).toMillis();
    thread.join(deadlineMillis);
    if (thread.isAlive()) {
      throw new TimeoutException(
          thread.getName() + " is not closed after " + deadlineMillis + " ms");
    }
  }
}
