package io.tidemark.driver.rabbitmq.stream;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.Bounded;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.PausableConsumer;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * A member of a read group. Pausing and resuming call the broker, so they run on another thread.
 *
 * @param executor runs one task at a time, in order
 * @param onEmptyGroup when the last member has left
 * @param closeTimeout how long closing waits for the broker
 */
record StreamConsumer(
    ReadGroup group,
    CallbackAdapter receiver,
    Executor executor,
    Runnable onEmptyGroup,
    Duration closeTimeout)
    implements BenchmarkConsumer, PausableConsumer {

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

  /** If the broker does not answer in time, the session closes the rest. */
  @Override
  public void close() {
    Bounded.start("rabbitmq-leave", this::leave).endedWithin(closeTimeout);
  }

  private void leave() {
    if (group.leave(receiver)) {
      onEmptyGroup.run();
    }
  }
}
