package io.tidemark.driver;

import io.tidemark.driver.outcome.DeadLetterReason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A message as a consumer gives it to the framework, see {@link CallbackAdapter#received}. A view
 * of what the client has: the framework calls only the methods that the run needs, on the thread
 * that passes the message and until that call returns. So one object can serve all messages of a
 * thread, and what is costly to decode costs nothing where it is not needed.
 *
 * <p>A driver implements {@link #array} or {@link #buffer}, {@link #publishedMillis}, and what its
 * broker has of the rest. The messages of a log are {@link LogMessage}s.
 */
public interface ReceivedMessage {
  /** A {@link #partition} for messages between which the broker keeps no order. */
  int NO_ORDER = -1;

  /** A {@link #partition} that the driver does not know. */
  int UNKNOWN_PARTITION = -2;

  /** The body, if the client has it as an array; null if it is a {@link #buffer}. */
  default byte @Nullable [] array() {
    return null;
  }

  /** The body, between position and limit; those may change. */
  default @Nullable ByteBuffer buffer() {
    byte[] array = array();
    return array == null ? null : ByteBuffer.wrap(array);
  }

  /** The body: {@link #array}, or a copy of {@link #buffer}. */
  default byte[] body() {
    byte[] array = array();
    ByteBuffer buffer = array == null ? buffer() : null;
    if (buffer != null) {
      array = new byte[buffer.remaining()];
      buffer.get(buffer.position(), array);
    }
    if (array == null) {
      throw new IllegalArgumentException("a message without a body");
    }
    return array;
  }

  /**
   * When it was published, in milliseconds since the epoch. 0 only for a message of another
   * application that has no time stamp.
   */
  long publishedMillis();

  /**
   * The partition in which the broker keeps order; {@link #NO_ORDER} or {@link #UNKNOWN_PARTITION}.
   */
  default int partition() {
    return UNKNOWN_PARTITION;
  }

  /** Whether the broker marks it as delivered before, to this or another consumer. */
  default boolean redelivered() {
    return false;
  }

  /**
   * How often the broker has delivered it, this time included; 0 if it does not count. A delivery
   * that a lost connection took with it may count, too.
   */
  default int deliveries() {
    return 0;
  }

  /** Why it is a dead letter; null if the broker does not say, and for other messages. */
  default @Nullable DeadLetterReason deadLetterReason() {
    return null;
  }

  /** The bytes of its key, a text in UTF-8; null for none. Position and limit do not change. */
  default @Nullable ByteBuffer key() {
    return null;
  }

  /** The bytes of a header, a text in UTF-8; null if it has no such header. Not changed. */
  default byte @Nullable [] header(String name) {
    return null;
  }

  /** What {@link MessageCallback#batchArrived} returned when it arrived with others. */
  default ReceivedBatch batch() {
    return ReceivedBatch.NONE;
  }

  /** A header's value in a client's table: bytes as they are, anything else as text; or null. */
  static byte @Nullable [] bytes(@Nullable Object value) {
    return value == null || value instanceof byte[]
        ? (byte[]) value
        : value.toString().getBytes(StandardCharsets.UTF_8);
  }
}
