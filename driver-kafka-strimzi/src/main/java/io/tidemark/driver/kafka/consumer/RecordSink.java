package io.tidemark.driver.kafka.consumer;

import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Receives records and failures of a polling thread; neither method throws. */
public interface RecordSink {
  void deliver(ConsumerRecord<?, ByteBuffer> message);

  void failed(Throwable cause);
}
