package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.PausableConsumer;
import io.tidemark.driver.ReceivedMessage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A consumer of {@link TinyDriver}. */
final class TinyConsumer implements BenchmarkConsumer, PausableConsumer {
  private final TinyDriver driver;
  private final TinyTopic topic;
  private final ConsumerCallback callback;
  private final ExecutorService batch =
      Executors.newSingleThreadExecutor(BackgroundTasks.daemons("tiny-batch"));
  private volatile boolean paused;
  private final byte[] receiveBuffer = new byte[65_536];
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
    if (driver.has(Defect.FINISHES_ITS_BATCH_AFTER_CLOSE)) {
      batch.execute(() -> call(message));
    } else {
      call(message);
    }
  }

  private void call(TinyTopic.Message message) {
    long unit = driver.has(Defect.TIMESTAMP_IN_SECONDS) ? 1000 : 1;
    long timestamp = System.currentTimeMillis() / unit;
    if (dead) {
      return;
    }
    try {
      if (callback instanceof MessageCallback || driver.has(Defect.CASTS_CALLBACK)) {
        var detailed = (MessageCallback) callback;
        detailed.messageReceived(new Received(body(message), timestamp, message.partition()));
        if (driver.has(Defect.REPORTS_FAILURES)) {
          detailed.consumerFailed(new IllegalStateException("reported on purpose"));
        }
      } else {
        callback.messageReceived(message.body(), timestamp);
      }
    } catch (IllegalStateException e) {
      dead = driver.has(Defect.DIES_WITH_CALLBACK);
      if (callback instanceof MessageCallback detailed
          && !driver.has(Defect.SWALLOWS_CONSUMER_ERRORS)) {
        detailed.consumerFailed(e);
      }
    }
  }

  private record Received(byte[] array, long publishedMillis, int partition)
      implements ReceivedMessage {}

  private byte[] body(TinyTopic.Message message) {
    if (!driver.has(Defect.REUSES_RECEIVE_BUFFER)) {
      return message.body();
    }
    System.arraycopy(message.body(), 0, receiveBuffer, 0, message.body().length);
    return receiveBuffer;
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
    batch.shutdown();
  }
}
