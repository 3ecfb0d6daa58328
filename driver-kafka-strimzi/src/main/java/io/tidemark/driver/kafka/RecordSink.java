package io.tidemark.driver.kafka;

import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Where a polling thread hands its records and failures in; neither method throws. */
interface RecordSink {
  void deliver(ConsumerRecord<?, ByteBuffer> message);

  void failed(Throwable cause);
}
