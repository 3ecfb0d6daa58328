package io.tidemark.worker.engine;

import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.ReceivedMessage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A message as a driver has it. */
record Received(
    byte @Nullable [] array,
    @Nullable ByteBuffer buffer,
    int partition,
    boolean redelivered,
    ReceivedBatch batch)
    implements ReceivedMessage {

  static Received of(byte[] body, int partition, ReceivedBatch batch) {
    return new Received(body, null, partition, false, batch);
  }

  @Override
  public long publishedMillis() {
    return 0;
  }
}
