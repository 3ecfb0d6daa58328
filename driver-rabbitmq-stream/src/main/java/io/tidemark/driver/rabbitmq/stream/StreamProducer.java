package io.tidemark.driver.rabbitmq.stream;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.BackgroundTasks;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.ProbeSender;
import io.tidemark.driver.rabbitmq.NotAcknowledgedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Publishes to the partitions of one topic: a key always to the same one, messages without a key in
 * turn. The client batches; {@code sendAsync} waits while there are too many unconfirmed messages
 * and while the client reconnects.
 */
final class StreamProducer implements BenchmarkProducer, HeaderSender, ProbeSender {
  /** The longest wait for clients after their own timeouts. */
  static final Duration CLOSED = Duration.ofSeconds(5);

  private final List<PartitionWriter> writers;
  private final Duration closeTimeout;
  private final Consumer<StreamProducer> whenClosed;
  private int turn;
  private volatile boolean closed;

  /**
   * @param whenClosed gets this producer
   */
  StreamProducer(
      List<PartitionWriter> writers,
      StreamConfiguration configuration,
      Consumer<StreamProducer> whenClosed) {
    this.writers = List.copyOf(writers);
    this.whenClosed = whenClosed;
    this.closeTimeout = configuration.connecting().closeTimeout();
  }

  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    return sendAsync(key, payload, List.of());
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    if (closed) {
      return CompletableFuture.failedFuture(
          new NotAcknowledgedException("producer of " + writers.get(0).stream() + " is closed"));
    }
    try {
      return writer(key).send(payload, key, headers);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Sends to the key's partition, with any filter value of consumers. */
  @Override
  public CompletableFuture<Void> sendProbeAsync(Optional<String> key, byte[] payload) {
    return sendProbeAsync(key, payload, List.of());
  }

  @Override
  public CompletableFuture<Void> sendProbeAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    try {
      return writer(key).sendProbe(payload, headers);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return CompletableFuture.failedFuture(e);
    }
  }

  private PartitionWriter writer(Optional<String> key) {
    if (writers.size() == 1) {
      return writers.get(0);
    }
    turn = (turn + 1) & Integer.MAX_VALUE;
    int choice = key.isPresent() ? key.get().hashCode() & Integer.MAX_VALUE : turn;
    return writers.get(choice % writers.size());
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      long deadlineNanos = System.nanoTime() + closeTimeout.toNanos();
      // Together: on a broker that does not answer each takes its time.
      BackgroundTasks.forEach(
          "rabbitmq-close",
          writers,
          writer -> writer.close(deadlineNanos),
          closeTimeout.multipliedBy(2).plus(CLOSED));
      whenClosed.accept(this);
    }
  }
}
