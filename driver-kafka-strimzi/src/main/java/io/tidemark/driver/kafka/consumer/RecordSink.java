package io.tidemark.driver.kafka.consumer;

import io.tidemark.driver.BatchCallback;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Receives records and failures of a polling thread; no method throws. */
public interface RecordSink {

  /** Marks the records of one poll. */
  default BatchCallback batches() {
    return BatchCallback.NONE;
  }

  void deliver(ConsumerRecord<?, ByteBuffer> message);

  void failed(Throwable cause);
}
