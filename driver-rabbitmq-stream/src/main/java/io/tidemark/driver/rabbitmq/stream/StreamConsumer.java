package io.tidemark.driver.rabbitmq.stream;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.rabbitmq.Receiver;
import java.util.concurrent.Executor;

/**
 * A member of a read group. Pausing and resuming talk to the broker, so they are done elsewhere.
 */
final class StreamConsumer implements BenchmarkConsumer, PausableConsumer {
  private final ReadGroup group;
  private final Receiver receiver;
  private final Executor executor;
  private final Runnable onEmptyGroup;

  /**
   * @param executor runs one task at a time, in order
   * @param onEmptyGroup when the last member has left
   */
  StreamConsumer(ReadGroup group, Receiver receiver, Executor executor, Runnable onEmptyGroup) {
    this.group = group;
    this.receiver = receiver;
    this.executor = executor;
    this.onEmptyGroup = onEmptyGroup;
  }

  @Override
  public void pause() {
    executor.execute(() -> attempt(() -> group.pause(receiver)));
  }

  @Override
  public void resume() {
    executor.execute(() -> attempt(() -> group.resume(receiver)));
  }

  private void attempt(Runnable change) {
    try {
      change.run();
    } catch (RuntimeException e) {
      receiver.failed(e);
    }
  }

  @Override
  public void close() {
    if (group.leave(receiver)) {
      onEmptyGroup.run();
    }
  }
}
