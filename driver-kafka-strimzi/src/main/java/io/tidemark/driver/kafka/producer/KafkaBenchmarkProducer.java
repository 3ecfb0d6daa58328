package io.tidemark.driver.kafka.producer;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.MessagePosition;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.kafka.consumer.KafkaRefusals;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A producer with a separate client. The file's {@code acks} defines acknowledgement. Blocks for at
 * most {@code max.block.ms}, while {@code buffer.memory} is full or metadata is missing.
 */
public record KafkaBenchmarkProducer(
    Producer<String, byte[]> producer,
    String topic,
    Duration closeTimeout,
    Consumer<AutoCloseable> whenClosed)
    implements BenchmarkProducer, HeaderSender {

  /** Per message: the record, and one object that is both the client's callback and the future. */
  @Override
  public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
    return send(new ProducerRecord<>(topic, key.orElse(null), payload));
  }

  @Override
  public CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    return send(HeaderedRecord.of(topic, key, payload, headers));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The callback says the same.
  private CompletableFuture<Void> send(ProducerRecord<String, byte[]> message) {
    Acknowledgement acknowledgement = new Acknowledgement();
    try {
      producer.send(message, acknowledgement);
    } catch (RuntimeException e) {
      acknowledgement.completeExceptionally(KafkaRefusals.shown(e));
    }
    return acknowledgement;
  }

  /** Sends not acknowledged within the deadline fail. */
  @Override
  public void close() {
    producer.close(closeTimeout);
    whenClosed.accept(this);
  }

  private static final class Acknowledgement extends SendFuture implements Callback {
    private @Nullable RecordMetadata acknowledged;

    @Override
    public Optional<MessagePosition> position() {
      return RecordPosition.of(acknowledged);
    }

    @Override
    public void onCompletion(RecordMetadata metadata, @Nullable Exception failure) {
      if (failure == null) {
        acknowledged = metadata;
        complete(null);
      } else {
        completeExceptionally(KafkaRefusals.shown(failure));
      }
    }
  }
}
