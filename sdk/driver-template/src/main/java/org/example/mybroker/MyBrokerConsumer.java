package org.example.mybroker;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.ReceivedMessage;
import java.io.IOException;
import java.util.function.Consumer;
import org.example.mybroker.toy.ToyClient;
import org.example.mybroker.toy.ToySubscriber;

/** Receives the messages of a subscription on a thread of the client. */
final class MyBrokerConsumer implements BenchmarkConsumer, ToySubscriber.Listener {
  private final CallbackAdapter callback;
  private final ToySubscriber subscriber;
  private final Consumer<AutoCloseable> closed;

  /**
   * @param closed gets the consumer when it is closed
   */
  MyBrokerConsumer(
      ToyClient client,
      String topic,
      String subscription,
      int prefetch,
      CallbackAdapter callback,
      Consumer<AutoCloseable> closed)
      throws IOException {
    this.callback = callback;
    this.closed = closed;
    this.subscriber = client.subscriber(topic, subscription, prefetch, this);
  }

  /** The client acknowledges to the broker when this has returned, not before. */
  @Override
  public void received(byte[] body, long publishedMillis) {
    callback.received(new Received(body, publishedMillis));
  }

  /** Topics have one partition. */
  private record Received(byte[] array, long publishedMillis) implements ReceivedMessage {
    @Override
    public int partition() {
      return 0;
    }
  }

  /** The client connects again. */
  @Override
  public void connectionLost(IOException reason) {
    callback.failed(reason);
  }

  /** No callback starts after this has returned. */
  @Override
  public void close() {
    subscriber.close();
    closed.accept(this);
  }
}
