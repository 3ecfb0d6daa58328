package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.PausableConsumer;
import java.time.Duration;
import java.util.function.Consumer;

/** A member of a subscription: passes its messages on, one after the other on one thread. */
final class MqttConsumer implements BenchmarkConsumer, PausableConsumer {
  private static final Duration CALLBACK_ENDS = Duration.ofSeconds(5);

  private final Subscription subscription;
  private final Consumer<Throwable> failures;
  private final Consumer<Mqtt5Publish> receiver;
  private final WhenClosed whenClosed;
  private final WaitingMessages.Member member = new WaitingMessages.Member();
  private final Thread thread;

  /** What follows the last callback. */
  interface WhenClosed {
    void closed(MqttConsumer consumer) throws InterruptedException;
  }

  /**
   * @param failures gets those of receiving
   * @param receiver gets the messages, which are acknowledged afterwards
   * @param whenClosed is called when no callback starts any more
   */
  MqttConsumer(
      Subscription subscription,
      Consumer<Throwable> failures,
      Consumer<Mqtt5Publish> receiver,
      WhenClosed whenClosed) {
    this.subscription = subscription;
    this.failures = failures;
    this.receiver = receiver;
    this.whenClosed = whenClosed;
    this.thread = BackgroundTasks.daemons("mqtt-consumer").newThread(this::receive);
    subscription.join(failures);
    thread.start();
  }

  Subscription subscription() {
    return subscription;
  }

  Consumer<Throwable> failures() {
    return failures;
  }

  private void receive() {
    while (true) {
      try {
        Mqtt5Publish message = subscription.waiting().take(member);
        if (message == null) {
          return;
        }
        receiver.accept(message);
        message.acknowledge();
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        failures.accept(e);
      }
    }
  }

  @Override
  public void pause() {
    subscription.waiting().pause(member);
  }

  @Override
  public void resume() {
    subscription.waiting().resume(member);
  }

  /** The others, or the next one, get what waits here. */
  @Override
  public void close() throws InterruptedException {
    subscription.waiting().close(member);
    if (Thread.currentThread() != thread) {
      thread.join(CALLBACK_ENDS.toMillis());
    }
    whenClosed.closed(this);
  }
}
