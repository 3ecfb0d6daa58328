package org.example.nats;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.SendFuture;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Sends messages; called by one thread. A key selects the partition; others are used in turn. */
final class NatsProducer implements BenchmarkProducer, HeaderSender {
  private final Connection connection;
  private final JetStream stream;
  private final String[] subjects;
  private final Consumer<AutoCloseable> closed;
  private int turn;

  /**
   * @param closed gets the producer when it is closed
   */
  NatsProducer(
      Connection connection, String topic, int partitions, Consumer<AutoCloseable> closed)
      throws IOException {
    this.connection = connection;
    this.closed = closed;
    this.stream = connection.jetStream();
    this.subjects = Subjects.forPartitions(topic, partitions).toArray(String[]::new);
  }

  /** The future completes when the broker has stored the message. */
  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    return stored(stream.publishAsync(subject(key), payload));
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    Headers texts = new Headers();
    headers.forEach(header -> texts.put(header.name(), header.text()));
    return stored(stream.publishAsync(subject(key), texts, payload));
  }

  private CompletableFuture<Void> stored(CompletableFuture<PublishAck> sent) {
    SendFuture send = new SendFuture();
    sent.whenComplete(
        (stored, failure) -> {
          if (failure == null) {
            send.complete(null);
          } else {
            send.completeExceptionally(NatsRefusals.shown(connection, failure));
          }
        });
    return send;
  }

  private String subject(Optional<String> key) {
    if (key.isPresent()) {
      return subjects[Math.floorMod(key.get().hashCode(), subjects.length)];
    }
    turn = turn + 1 == subjects.length ? 0 : turn + 1;
    return subjects[turn];
  }

  /** Sends without an answer fail. */
  @Override
  public void close() throws InterruptedException {
    connection.close();
    closed.accept(this);
  }
}
