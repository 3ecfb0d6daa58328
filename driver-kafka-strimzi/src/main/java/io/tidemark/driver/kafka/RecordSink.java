package io.tidemark.driver.kafka;

import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Receives records and failures of a polling thread; neither method throws. */
interface RecordSink {
  void deliver(ConsumerRecord<?, ByteBuffer> message);

  void failed(Throwable cause);
}
