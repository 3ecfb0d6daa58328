package io.tidemark.driver.kafka.consumer;

import io.tidemark.driver.ReceivedBatch;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Receives records and failures of a polling thread; no method throws. */
public interface RecordSink {

  /** Records have been polled. */
  default ReceivedBatch batchArrived() {
    return ReceivedBatch.NONE;
  }

  void deliver(ConsumerRecord<?, ByteBuffer> message, ReceivedBatch batch);

  void failed(Throwable cause);
}
