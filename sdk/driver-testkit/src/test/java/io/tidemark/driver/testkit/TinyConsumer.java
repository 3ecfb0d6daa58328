package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DetailedConsumerCallback;
import io.tidemark.driver.PausableConsumer;
import java.util.concurrent.CountDownLatch;

/** A consumer of {@link TinyDriver}. */
final class TinyConsumer implements BenchmarkConsumer, PausableConsumer {
  private final TinyDriver driver;
  private final TinyTopic topic;
  private final ConsumerCallback callback;
  private volatile boolean paused;
  private boolean dead;

  TinyConsumer(TinyDriver driver, TinyTopic topic, ConsumerCallback callback) {
    this.driver = driver;
    this.topic = topic;
    this.callback = callback;
  }

  boolean isPaused() {
    return paused;
  }

  void deliver(TinyTopic.Message message) {
    long unit = driver.has(Defect.TIMESTAMP_IN_SECONDS) ? 1000 : 1;
    long timestamp = System.currentTimeMillis() / unit;
    if (dead) {
      return;
    }
    try {
      if (callback instanceof DetailedConsumerCallback || driver.has(Defect.CASTS_CALLBACK)) {
        var detailed = (DetailedConsumerCallback) callback;
        detailed.messageReceived(message.body(), timestamp, message.partition());
        if (driver.has(Defect.REPORTS_FAILURES)) {
          detailed.consumerFailed(new IllegalStateException("reported on purpose"));
        }
      } else {
        callback.messageReceived(message.body(), timestamp);
      }
    } catch (IllegalStateException e) {
      dead = driver.has(Defect.DIES_WITH_CALLBACK);
    }
  }

  @Override
  public void pause() {
    paused = !driver.has(Defect.IGNORES_PAUSE);
  }

  @Override
  public void resume() {
    paused = false;
    topic.changed();
  }

  @Override
  public void close() throws InterruptedException {
    if (driver.has(Defect.HANGS_ON_CLOSE)) {
      new CountDownLatch(1).await();
    }
    if (!driver.has(Defect.DELIVERS_AFTER_CLOSE)) {
      topic.leave(this);
    }
  }
}
