package io.tidemark.driver;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What OMB's {@code ConsumerCallback} says of a message. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record OmbMessage(byte @Nullable [] array, @Nullable ByteBuffer buffer, long publishedMillis)
    implements ReceivedMessage {
  @Override
  public @Nullable ByteBuffer buffer() {
    return array == null ? buffer : ByteBuffer.wrap(array);
  }
}
