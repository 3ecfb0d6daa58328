package io.tidemark.driver.kafka.consumer;

import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.outcome.Outcome;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Receives records and failures of a polling thread; no method throws. */
public interface RecordSink {

  /** Records have been polled. */
  default ReceivedBatch batchArrived() {
    return ReceivedBatch.NONE;
  }

  void deliver(ConsumerRecord<?, ByteBuffer> message, ReceivedBatch batch);

  /** As {@link #deliver}; returns what to do with the record. */
  default Outcome settle(ConsumerRecord<?, ByteBuffer> message, ReceivedBatch batch) {
    deliver(message, batch);
    return Outcome.ACCEPT;
  }

  void failed(Throwable cause);
}
