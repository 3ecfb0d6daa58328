package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.PausableConsumer;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** A member of a consumer group, with its thread. */
final class KafkaBenchmarkConsumer implements BenchmarkConsumer, PausableConsumer {
  private final ReceiveLoop loop;
  private final ConsumerThread thread;

  KafkaBenchmarkConsumer(ReceiveLoop loop, String group, Duration closeTimeout) {
    this.loop = loop;
    this.thread = new ConsumerThread(loop, "kafka-consumer-" + group, closeTimeout);
    thread.start();
  }

  /** Waits until it has its partitions; the loop has a deadline for that. */
  KafkaBenchmarkConsumer ready() throws Exception {
    try {
      loop.ready().get();
      return this;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
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
    thread.join();
  }
}
