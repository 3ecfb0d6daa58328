package io.tidemark.driver.rabbitmq.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a message whose only section is a body of bytes, as AMQP 1.0 writes it. In front of
 * it there may be an application property with the message's filter value.
 */
final class BodyLayout {
  /** Descriptor of a data section: constructor 0, small ulong, code 0x75. */
  private static final int DESCRIPTOR = 0x005375;

  private static final int DESCRIPTOR_BYTES = 3;
  private static final int SHORT_BINARY = 0xa0;
  private static final int LONG_BINARY = 0xb0;
  private static final int SHORT_HEADER_BYTES = DESCRIPTOR_BYTES + 2;
  private static final int LONG_HEADER_BYTES = DESCRIPTOR_BYTES + 5;
  private static final int LONGEST_SHORT = 255;

  /** The application property that has a message's filter value. */
  static final String FILTER = "filter";

  private static final byte[] FILTER_NAME = FILTER.getBytes(StandardCharsets.US_ASCII);

  /** Descriptor of application properties, and the constructor of a map with 4 bytes of size. */
  private static final int PROPERTIES = 0x005374d1;

  /** Constructors of texts with 1 and with 4 bytes of length. */
  private static final int SHORT_TEXT = 0xa1;

  private static final int LONG_TEXT = 0xb1;

  /** Bytes of the section from the number of its entries to the length of the value. */
  private static final int MAP_BYTES = Integer.BYTES + 2 + FILTER_NAME.length + 1 + Integer.BYTES;

  static final int SECTION_BYTES = Integer.BYTES + Integer.BYTES + MAP_BYTES;

  private BodyLayout() {}

  /** Length of the filter value in front of the body; -1 without one. */
  static int filterValueBytes(ByteBuf buffer, int start, int frameBytes) {
    if (frameBytes < SECTION_BYTES || buffer.getInt(start) != PROPERTIES) {
      return -1;
    }
    int map = start + 2 * Integer.BYTES;
    int name = map + Integer.BYTES;
    int value = name + 2 + FILTER_NAME.length;
    boolean ours =
        buffer.getInt(map) == 2
            && buffer.getUnsignedByte(name) == SHORT_TEXT
            && buffer.getUnsignedByte(name + 1) == FILTER_NAME.length
            && buffer
                .toString(name + 2, FILTER_NAME.length, StandardCharsets.US_ASCII)
                .equals(FILTER)
            && buffer.getUnsignedByte(value) == LONG_TEXT;
    int bytes = ours ? buffer.getInt(value + 1) : -1;
    boolean fits = bytes >= 0 && bytes <= frameBytes - SECTION_BYTES;
    return fits && buffer.getInt(map - Integer.BYTES) == MAP_BYTES + bytes ? bytes : -1;
  }

  /** Bytes before the body; 0 when there is more than a body. */
  static int headerBytes(ByteBuf buffer, int start, int frameBytes) {
    if (frameBytes < SHORT_HEADER_BYTES || buffer.getUnsignedMedium(start) != DESCRIPTOR) {
      return 0;
    }
    int kind = buffer.getUnsignedByte(start + DESCRIPTOR_BYTES);
    if (kind == SHORT_BINARY) {
      int body = buffer.getUnsignedByte(start + DESCRIPTOR_BYTES + 1);
      return body == frameBytes - SHORT_HEADER_BYTES ? SHORT_HEADER_BYTES : 0;
    }
    if (kind == LONG_BINARY && frameBytes >= LONG_HEADER_BYTES) {
      int body = buffer.getInt(start + DESCRIPTOR_BYTES + 1);
      return body == frameBytes - LONG_HEADER_BYTES ? LONG_HEADER_BYTES : 0;
    }
    return 0;
  }

  static int encodedBytes(byte[] body) {
    return encodedBytes(body, null);
  }

  /**
   * @param filterValue in UTF-8; null for none
   */
  static int encodedBytes(byte[] body, byte @Nullable [] filterValue) {
    int section = filterValue == null ? 0 : SECTION_BYTES + filterValue.length;
    return section
        + body.length
        + (body.length <= LONGEST_SHORT ? SHORT_HEADER_BYTES : LONG_HEADER_BYTES);
  }

  /** Writes what the client's frames contain: the length of the encoded message, then it. */
  static void write(byte[] body, byte @Nullable [] filterValue, ByteBuf buffer) {
    buffer.writeInt(encodedBytes(body, filterValue));
    if (filterValue != null) {
      buffer.writeInt(PROPERTIES).writeInt(MAP_BYTES + filterValue.length).writeInt(2);
      buffer.writeByte(SHORT_TEXT).writeByte(FILTER_NAME.length).writeBytes(FILTER_NAME);
      buffer.writeByte(LONG_TEXT).writeInt(filterValue.length).writeBytes(filterValue);
    }
    writeBodyHeader(body, buffer);
    buffer.writeBytes(body);
  }

  private static void writeBodyHeader(byte[] body, ByteBuf buffer) {
    buffer.writeMedium(DESCRIPTOR);
    if (body.length <= LONGEST_SHORT) {
      buffer.writeByte(SHORT_BINARY).writeByte(body.length);
    } else {
      buffer.writeByte(LONG_BINARY).writeInt(body.length);
    }
  }

  /** What {@link #write} puts before the body of a message without a filter value. */
  static byte[] header(byte[] body) {
    byte[] bytes = new byte[Integer.BYTES + encodedBytes(body) - body.length];
    ByteBuf buffer = Unpooled.wrappedBuffer(bytes).writerIndex(0);
    writeBodyHeader(body, buffer.writeInt(encodedBytes(body)));
    return bytes;
  }
}
