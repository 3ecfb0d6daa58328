package io.tidemark.worker.engine.load;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.GroupedSends;
import io.tidemark.driver.headers.ProbeSender;
import io.tidemark.measure.MessageKind;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Sends by a producer: a flight lasts until the broker acknowledges the message. */
public class ProducerSender implements Sender {
  private final UnaryOperator<BenchmarkProducer> headers;
  private BenchmarkProducer producer;

  /** If messages have priorities; null otherwise. */
  private @Nullable PrioritySends priorities;

  /** The producer, if it groups what it sends; null otherwise. */
  private @Nullable GroupedSends grouping;

  public ProducerSender(BenchmarkProducer producer) {
    this(producer, UnaryOperator.identity());
  }

  /**
   * @param headers gives the messages of a producer their headers
   */
  @SuppressWarnings("NullAway.Init") // replace() sets the producer
  public ProducerSender(BenchmarkProducer producer, UnaryOperator<BenchmarkProducer> headers) {
    this.headers = headers;
    replace(producer);
  }

  /**
   * @param with what the headers' producers were made of
   */
  public void prioritize(PrioritySends with) {
    priorities = with;
  }

  /** Sends by another producer; while its lane is away. */
  void replace(BenchmarkProducer other) {
    producer = headers.apply(other);
    grouping = other instanceof GroupedSends grouped ? grouped : null;
  }

  @Override
  public MessageKind kind() {
    return MessageKind.DATA;
  }

  @Override
  public CompletableFuture<Void> send(
      Optional<String> key, byte[] payload, long sequence, long intended, long actual) {
    return priorities == null
        ? producer.sendAsync(key, payload)
        : priorities.send(producer, key, payload, sequence, intended, actual);
  }

  @Override
  public CompletableFuture<Void> sendProbe(Optional<String> key, byte[] payload) {
    return producer instanceof ProbeSender prober
        ? prober.sendProbeAsync(key, payload)
        : producer.sendAsync(key, payload);
  }

  @Override
  public boolean endsWithAcknowledgement() {
    return true;
  }

  @Override
  public void hold() {
    if (grouping != null) {
      grouping.hold();
    }
  }

  @Override
  public boolean release() {
    if (grouping != null) {
      grouping.release();
    }
    return grouping != null;
  }
}
