package io.tidemark.driver.headers;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A header of a message to send: a name with a text or with bytes. Immutable, and safe for several
 * threads; the framework uses the same object for many messages.
 */
public final class MessageHeader {
  private final String name;
  private final @Nullable String text;

  /** The bytes of a text: made at the first use, equal whichever thread makes it. */
  private byte @Nullable [] bytes;

  private MessageHeader(String name, @Nullable String text, byte @Nullable [] bytes) {
    this.name = name;
    this.text = text;
    this.bytes = bytes;
  }

  public static MessageHeader text(String name, String value) {
    return new MessageHeader(name, value, null);
  }

  /**
   * @param value not copied, and not changed afterwards
   */
  public static MessageHeader binary(String name, byte[] value) {
    return new MessageHeader(name, null, value);
  }

  public String name() {
    return name;
  }

  public boolean isText() {
    return text != null;
  }

  /** The value: a {@link String} or a {@code byte[]}, for clients whose tables hold objects. */
  public Object value() {
    return text == null ? bytes() : text;
  }

  /** The value as text; for a driver whose {@link HeaderSupport#binaryHeaders} is false. */
  public String text() {
    return text == null ? new String(bytes(), StandardCharsets.ISO_8859_1) : text;
  }

  /** The value as bytes, a text in UTF-8. Not to be changed. */
  public byte[] bytes() {
    byte[] known = bytes;
    if (known == null) {
      known = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
      bytes = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return name + "=" + (text == null ? bytes().length + " B" : text);
  }
}
