package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.PausableConsumer;
import java.time.Duration;

/** A member of a subscription: passes messages to the callback, on one thread. */
final class MqttConsumer implements BenchmarkConsumer, PausableConsumer {
  private static final long POLL_MILLIS = 50;
  private static final Duration CALLBACK_ENDS = Duration.ofSeconds(5);

  private final Subscription subscription;
  private final String topic;
  private final CallbackAdapter callback;
  private final WhenClosed whenClosed;
  private final Thread thread;
  private volatile boolean paused;
  private volatile boolean closed;

  /** What follows the last callback. */
  interface WhenClosed {
    void closed(MqttConsumer consumer) throws InterruptedException;
  }

  /**
   * @param whenClosed is called when no callback starts any more
   */
  MqttConsumer(Subscription subscription, CallbackAdapter callback, WhenClosed whenClosed) {
    this.subscription = subscription;
    this.topic = subscription.identity().topic();
    this.callback = callback;
    this.whenClosed = whenClosed;
    this.thread = BackgroundTasks.daemons("mqtt-consumer").newThread(this::receive);
    subscription.join(callback);
    thread.start();
  }

  Subscription subscription() {
    return subscription;
  }

  CallbackAdapter callback() {
    return callback;
  }

  private void receive() {
    while (!closed) {
      try {
        if (paused) {
          Thread.sleep(POLL_MILLIS);
          continue;
        }
        Mqtt5Publish message = subscription.next(POLL_MILLIS);
        if (message != null && (closed || paused)) {
          subscription.giveBack(message);
        } else if (message != null) {
          received(message);
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        callback.failed(e);
      }
    }
  }

  private void received(Mqtt5Publish message) {
    long sentMillis = MqttProperties.sentMillis(message);
    int partition = TopicName.partition(topic, message.getTopic().toString());
    byte[] body = message.getPayloadAsBytes();
    if (callback.takesHeaders()) {
      callback.received(body, sentMillis, partition, MqttProperties.headers(message));
    } else {
      callback.received(body, sentMillis, partition);
    }
    message.acknowledge();
  }

  @Override
  public void pause() {
    paused = true;
  }

  @Override
  public void resume() {
    paused = false;
  }

  /** The others, or the next one, get what waits here. */
  @Override
  public void close() throws InterruptedException {
    closed = true;
    if (Thread.currentThread() != thread) {
      thread.join(CALLBACK_ENDS.toMillis());
    }
    whenClosed.closed(this);
  }
}
