package io.tidemark.driver.kafka.consumer;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.PausableConsumer;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A consumer of a subscription, with its thread. */
public final class KafkaBenchmarkConsumer implements BenchmarkConsumer, PausableConsumer {
  private final PollLoop loop;
  private final ConsumerThread thread;
  private final Consumer<KafkaBenchmarkConsumer> afterwards;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param afterwards gets this consumer once, when it is closed
   */
  public KafkaBenchmarkConsumer(
      PollLoop loop,
      String group,
      Duration closeTimeout,
      Consumer<KafkaBenchmarkConsumer> afterwards) {
    this.loop = loop;
    this.afterwards = afterwards;
    this.thread = new ConsumerThread(loop, "kafka-consumer-" + group, closeTimeout);
    thread.start();
  }

  /** Waits until it has its partitions; the loop has a deadline for that. */
  public KafkaBenchmarkConsumer ready() throws Exception {
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
    if (closed.compareAndSet(false, true)) {
      afterwards.accept(this);
    }
  }
}
