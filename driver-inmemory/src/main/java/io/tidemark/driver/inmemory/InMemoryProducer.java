package io.tidemark.driver.inmemory;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.PrioritySender;
import io.tidemark.driver.topics.MessageTap.TappedMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

/** Passes messages to the subscriptions of a topic; without a subscription they are discarded. */
final class InMemoryProducer
    implements BenchmarkProducer, HeaderSender, PrioritySender, Topic.Sender {
  private final Topic topic;
  private final SendFuture acknowledged = SendFuture.immediate();
  private final InMemoryMessage message = new InMemoryMessage();
  private int turn;
  private boolean closed;

  InMemoryProducer(Topic topic) {
    this.topic = topic;
    topic.add(this);
  }

  /** Allocates nothing when delivery is direct. */
  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    return sendAsync(key, payload, List.of());
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    return sendAsync(key, payload, headers, 0);
  }

  /**
   * The monitor belongs to this producer, so only a closing consumer waits for it: see {@link
   * #awaitSendUnderWay}.
   */
  @Override
  public synchronized CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers, int priority) {
    message.withPriority(priority);
    if (closed) {
      return CompletableFuture.failedFuture(
          new IllegalStateException("producer of '" + topic.name() + "' is closed"));
    }
    turn = (turn + 1) & Integer.MAX_VALUE;
    int partition = (key.isPresent() ? key.get().hashCode() & Integer.MAX_VALUE : turn);
    try {
      return publish(key, payload, headers, partition % topic.partitions());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return CompletableFuture.failedFuture(e);
    } catch (TimeoutException | IllegalStateException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<Void> publish(
      Optional<String> key, byte[] payload, List<MessageHeader> headers, int partition)
      throws InterruptedException, TimeoutException {
    long publishTimestamp = System.currentTimeMillis();
    if (!topic.taps().isEmpty()) {
      TappedMessage tapped =
          new TappedMessage(
              publishTimestamp,
              partition,
              payload.length,
              key.map(text -> text.getBytes(StandardCharsets.UTF_8)),
              Map.of());
      topic.taps().forEach(tap -> tap.message(tapped));
    }
    KnownBroker known = topic.known();
    if (known != null) {
      return known.send(message.with(payload, headers, publishTimestamp, partition).copy(), turn);
    }
    for (InMemorySubscription subscription : topic.subscriptions()) {
      // Set anew for each: a callback may send with this producer.
      subscription.accept(message.with(payload, headers, publishTimestamp, partition), turn);
    }
    return acknowledged.completedNow();
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
