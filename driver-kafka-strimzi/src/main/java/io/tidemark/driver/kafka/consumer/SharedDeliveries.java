package io.tidemark.driver.kafka.consumer;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.BatchCallback;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.ReceivedHeaders;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Passes records of a share group to the framework, without partitions: it keeps no order in them.
 */
public record SharedDeliveries(CallbackAdapter callback) implements RecordSink {
  private static final int NO_ORDER = -1;

  public SharedDeliveries(ConsumerCallback callback, String group) {
    this(new CallbackAdapter("share group " + group, callback));
  }

  @Override
  public BatchCallback batches() {
    return callback.batches();
  }

  @Override
  public void deliver(ConsumerRecord<?, ByteBuffer> message) {
    boolean again = message.deliveryCount().orElse((short) 1) > 1;
    ReceivedHeaders headers =
        callback.takesHeaders() ? new RecordHeadersView(message.headers()) : ReceivedHeaders.NONE;
    callback.received(Deliveries.payload(message), message.timestamp(), NO_ORDER, again, headers);
  }

  @Override
  public void failed(Throwable cause) {
    callback.failed(KafkaRefusals.shown(cause));
  }
}
