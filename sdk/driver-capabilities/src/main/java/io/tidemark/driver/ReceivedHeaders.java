package io.tidemark.driver;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a received message; valid until the callback returns. A driver passes a view of
 * what its client has, so that values which the framework does not read cost nothing.
 */
public interface ReceivedHeaders {

  /** A message without headers. */
  ReceivedHeaders NONE = of(null);

  /** The bytes of a value, a text in UTF-8; null if the message has no such header. Not changed. */
  byte @Nullable [] value(String name);

  /** Passes each header, in any order, also those that the driver or the broker has added. */
  void forEach(BiConsumer<String, byte[]> each);

  /**
   * A view of a client's table. Values that are neither bytes nor texts are passed as the text of
   * their {@code toString}.
   *
   * @param table null if the message has no headers
   */
  static ReceivedHeaders of(@Nullable Map<String, ?> table) {
    return new ReceivedHeaders() {
      @Override
      public byte @Nullable [] value(String name) {
        Object value = table == null ? null : table.get(name);
        return value == null ? null : bytes(value);
      }

      @Override
      public void forEach(BiConsumer<String, byte[]> each) {
        if (table != null) {
          table.forEach((name, value) -> each.accept(name, bytes(value)));
        }
      }
    };
  }

  /** The bytes of a client's value: bytes as they are, anything else as a text in UTF-8. */
  static byte[] bytes(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    }
    return value == null ? new byte[0] : value.toString().getBytes(StandardCharsets.UTF_8);
  }
}
