package io.tidemark.driver.inmemory;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.PausableConsumer;
import java.util.concurrent.TimeoutException;

/**
 * One consumer of a subscription. A separate thread delivers messages from the queues; it is
 * started on their first use.
 */
final class InMemoryConsumer
    implements BenchmarkConsumer, PausableConsumer, InMemorySubscription.Receiver {
  private final Topic topic;
  private final InMemorySubscription subscription;
  private final CallbackAdapter callback;
  private final DeliveryThread dispatcher;
  private volatile boolean closed;

  InMemoryConsumer(Topic topic, InMemorySubscription subscription, ConsumerCallback callback) {
    this.topic = topic;
    this.subscription = subscription;
    this.callback = new CallbackAdapter("subscription " + subscription.name(), callback);
    this.dispatcher =
        DeliveryThread.make(
            "inmemory-" + subscription.name(),
            "consumer of '" + subscription.name() + "' still inside its callback",
            this::dispatch);
    subscription.activate(this);
  }

  @Override
  public void startDispatching() {
    dispatcher.ensureStarted();
  }

  @Override
  public void pause() {
    subscription.deactivate(this);
  }

  @Override
  public void resume() {
    if (!closed) {
      subscription.activate(this);
    }
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  /** An exception of the callback is no failed send. */
  @Override
  public void deliver(InMemoryMessage message) {
    callback.received(message);
  }

  private void dispatch() {
    try {
      InMemoryMessage next = subscription.take(this);
      while (next != null) {
        subscription.settle(next, callback.settle(next));
        next = subscription.take(this);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException | IllegalStateException e) {
      callback.failed(e); // There is no room for a dead letter.
    }
  }

  /** No callback starts after this has returned: neither from the dispatcher nor from a sender. */
  @Override
  public void close() throws InterruptedException, TimeoutException {
    closed = true;
    subscription.deactivate(this);
    topic.awaitSendsUnderWay();
    dispatcher.awaitEnd();
  }
}
