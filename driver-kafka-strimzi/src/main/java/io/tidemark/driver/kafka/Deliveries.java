package io.tidemark.driver.kafka;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DetailedConsumerCallback;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands records and failures to the framework, with the partition where it wants to know it. */
final class Deliveries implements RecordSink {
  private static final Logger log = LoggerFactory.getLogger(Deliveries.class);
  private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

  private final ConsumerCallback callback;
  private final DetailedConsumerCallback detailed;
  private final String group;

  Deliveries(ConsumerCallback callback, String group) {
    this.callback = callback;
    this.detailed = callback instanceof DetailedConsumerCallback d ? d : null;
    this.group = group;
  }

  @Override
  public void deliver(ConsumerRecord<?, ByteBuffer> message) {
    ByteBuffer payload = message.value() == null ? NO_BYTES.duplicate() : message.value();
    try {
      if (detailed == null) {
        callback.messageReceived(payload, message.timestamp());
      } else {
        detailed.messageReceived(payload, message.timestamp(), message.partition());
      }
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  /** Counted where the framework can count; a foreign callback gets a line in the log. */
  @Override
  public void failed(Throwable cause) {
    if (detailed == null) {
      log.warn("Consumer of group {}: {}", group, cause.toString());
    } else {
      detailed.consumerFailed(cause);
    }
  }
}
