package io.tidemark.driver.kafka.consumer;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BatchCallback;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.MessagePosition;
import io.tidemark.driver.ReceivedHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Passes records and failures to the framework, with the partition if supported. */
public record Deliveries(CallbackAdapter callback) implements RecordSink {
  private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

  public Deliveries(ConsumerCallback callback, String group) {
    this(new CallbackAdapter("group " + group, callback));
  }

  @Override
  public BatchCallback batches() {
    return callback.batches();
  }

  @Override
  public void deliver(ConsumerRecord<?, ByteBuffer> message) {
    if (callback.takesPositions()) {
      callback.received(
          payload(message),
          message.timestamp(),
          false,
          callback.takesHeaders() ? new RecordHeadersView(message.headers()) : ReceivedHeaders.NONE,
          new MessagePosition(message.partition(), message.offset()),
          key(message));
    } else if (callback.takesHeaders()) {
      callback.received(
          payload(message),
          message.timestamp(),
          message.partition(),
          false,
          new RecordHeadersView(message.headers()));
    } else {
      callback.received(payload(message), message.timestamp(), message.partition());
    }
  }

  /** The framework's keys are texts. */
  private static Optional<String> key(ConsumerRecord<?, ByteBuffer> message) {
    return message.key() instanceof ByteBuffer bytes
        ? Optional.of(StandardCharsets.UTF_8.decode(bytes.duplicate()).toString())
        : Optional.empty();
  }

  /** The value of a message; empty for null. */
  static ByteBuffer payload(ConsumerRecord<?, ByteBuffer> message) {
    return message.value() == null ? NO_BYTES.duplicate() : message.value();
  }

  @Override
  public void failed(Throwable cause) {
    callback.failed(KafkaRefusals.shown(cause));
  }
}
