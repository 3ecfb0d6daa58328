package io.tidemark.driver.kafka.producer;

import io.tidemark.driver.MessagePosition;
import java.util.Optional;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** The position in an answer of the broker. */
final class RecordPosition {
  private RecordPosition() {}

  /** Empty without an offset: with {@code acks=0}, and for a repeated send of a stored message. */
  static Optional<MessagePosition> of(@Nullable RecordMetadata answer) {
    return answer == null || !answer.hasOffset()
        ? Optional.empty()
        : Optional.of(new MessagePosition(answer.partition(), answer.offset()));
  }
}
