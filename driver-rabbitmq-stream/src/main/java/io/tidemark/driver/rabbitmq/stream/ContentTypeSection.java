package io.tidemark.driver.rabbitmq.stream;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The properties of a message that has a content type and no other property, as AMQP 1.0 writes
 * them: in front of the application properties.
 */
final class ContentTypeSection {
  /** The header of a workload that is the property. */
  static final String HEADER = "content-type";

  /** Descriptor of properties: constructor 0, small ulong, code 0x73. */
  private static final int DESCRIPTOR = 0x005373;

  private static final int DESCRIPTOR_BYTES = 3;
  private static final int SHORT_LIST = 0xc0;
  private static final int NULL = 0x40;
  private static final int SHORT_SYMBOL = 0xa3;

  /** Message id, user, to, subject, reply-to and correlation id. */
  private static final int FIELDS_BEFORE = 6;

  /** Longest text: the size of the list also counts the bytes beside it. */
  private static final int LONGEST = 255 - 1 - FIELDS_BEFORE - 2;

  private static final int BYTES_BEFORE = DESCRIPTOR_BYTES + 3 + FIELDS_BEFORE + 2;

  private ContentTypeSection() {}

  /** Why a text cannot be a content type. */
  static Optional<String> problem(String contentType) {
    boolean ascii = StandardCharsets.US_ASCII.newEncoder().canEncode(contentType);
    return ascii && contentType.length() <= LONGEST
        ? Optional.empty()
        : Optional.of("it is the content type, which has at most " + LONGEST + " letters of ASCII");
  }

  static void write(String contentType, ByteBuf buffer) {
    byte[] text = contentType.getBytes(StandardCharsets.US_ASCII);
    buffer.writeMedium(DESCRIPTOR).writeByte(SHORT_LIST);
    buffer.writeByte(1 + FIELDS_BEFORE + 2 + text.length).writeByte(FIELDS_BEFORE + 1);
    for (int i = 0; i < FIELDS_BEFORE; i++) {
      buffer.writeByte(NULL);
    }
    buffer.writeByte(SHORT_SYMBOL).writeByte(text.length).writeBytes(text);
  }

  /** Bytes of the section at the start of a message; 0 if there is none, or one with more. */
  static int encodedBytes(ByteBuf buffer, int start, int frameBytes) {
    if (frameBytes < BYTES_BEFORE
        || buffer.getUnsignedMedium(start) != DESCRIPTOR
        || buffer.getUnsignedByte(start + DESCRIPTOR_BYTES) != SHORT_LIST
        || buffer.getUnsignedByte(start + DESCRIPTOR_BYTES + 2) != FIELDS_BEFORE + 1
        || buffer.getUnsignedByte(start + BYTES_BEFORE - 2) != SHORT_SYMBOL) {
      return 0;
    }
    int bytes = BYTES_BEFORE + buffer.getUnsignedByte(start + BYTES_BEFORE - 1);
    int listed = DESCRIPTOR_BYTES + 2 + buffer.getUnsignedByte(start + DESCRIPTOR_BYTES + 1);
    return bytes == listed && bytes <= frameBytes ? bytes : 0;
  }
}
