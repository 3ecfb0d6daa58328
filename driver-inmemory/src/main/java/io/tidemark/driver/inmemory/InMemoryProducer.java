package io.tidemark.driver.inmemory;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.MessageTap.TappedMessage;
import io.tidemark.driver.SendFuture;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/** Passes messages to the subscriptions of a topic; without a subscription they are discarded. */
final class InMemoryProducer implements BenchmarkProducer, Topic.Sender {
  private final Topic topic;
  private int turn;
  private boolean closed;

  InMemoryProducer(Topic topic) {
    this.topic = topic;
    topic.add(this);
  }

  /**
   * Allocates nothing but the future when delivery is direct. The monitor belongs to this producer,
   * so only a closing consumer waits for it: see {@link #awaitSendUnderWay}.
   */
  @Override
  public synchronized CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    if (closed) {
      return CompletableFuture.failedFuture(
          new IllegalStateException("producer of '" + topic.name() + "' is closed"));
    }
    turn = (turn + 1) & Integer.MAX_VALUE;
    int partition = (key.isPresent() ? key.get().hashCode() & Integer.MAX_VALUE : turn);
    try {
      publish(key, payload, partition % topic.partitions());
      SendFuture acknowledged = new SendFuture();
      acknowledged.complete(null);
      return acknowledged;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return CompletableFuture.failedFuture(e);
    } catch (TimeoutException | IllegalStateException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void publish(Optional<String> key, byte[] payload, int partition)
      throws InterruptedException, TimeoutException {
    long publishTimestamp = System.currentTimeMillis();
    if (!topic.taps().isEmpty()) {
      TappedMessage message =
          new TappedMessage(
              publishTimestamp,
              partition,
              payload.length,
              key.map(text -> text.getBytes(StandardCharsets.UTF_8)),
              Map.of());
      topic.taps().forEach(tap -> tap.message(message));
    }
    for (InMemorySubscription subscription : topic.subscriptions()) {
      subscription.accept(payload, publishTimestamp, partition, turn);
    }
  }

  /** A send has the monitor. */
  @Override
  public synchronized void awaitSendUnderWay() {}

  @Override
  public synchronized void close() {
    closed = true;
    topic.remove(this);
  }
}
