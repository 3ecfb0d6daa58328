package io.tidemark.driver.rabbitmq.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a message that has a body of bytes, as AMQP 1.0 writes it. In front of it there may
 * be a {@link PropertiesSection} with the message's filter value and headers.
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

  private BodyLayout() {}

  /** Bytes before the body; 0 when there is more than a body. */
  static int headerBytes(ByteBuf buffer, int start, int frameBytes) {
    if (frameBytes < SHORT_HEADER_BYTES) {
      return 0;
    }
    long head = head(buffer, start, frameBytes);
    if (head >>> 5 * Byte.SIZE != DESCRIPTOR) {
      return 0;
    }
    int kind = (int) (head >>> Integer.SIZE) & 0xff;
    if (kind == SHORT_BINARY) {
      int body = (int) head >>> 3 * Byte.SIZE;
      return body == frameBytes - SHORT_HEADER_BYTES ? SHORT_HEADER_BYTES : 0;
    }
    boolean isLong = kind == LONG_BINARY && frameBytes >= LONG_HEADER_BYTES;
    return isLong && (int) head == frameBytes - LONG_HEADER_BYTES ? LONG_HEADER_BYTES : 0;
  }

  /**
   * The first 8 bytes, of which a shorter message has 5 at least: one read, since the buffer checks
   * each through its layers.
   */
  private static long head(ByteBuf buffer, int start, int frameBytes) {
    return frameBytes >= Long.BYTES
        ? buffer.getLong(start)
        : (long) buffer.getInt(start) << Integer.SIZE
            | (long) buffer.getUnsignedByte(start + Integer.BYTES) << 3 * Byte.SIZE;
  }

  /**
   * @param section in front of the body; null for none
   */
  static int encodedBytes(byte[] body, byte @Nullable [] section) {
    return (section == null ? 0 : section.length)
        + body.length
        + (body.length <= LONGEST_SHORT ? SHORT_HEADER_BYTES : LONG_HEADER_BYTES);
  }

  /**
   * Writes what the client's frames contain: the length of the encoded message, then it. In as few
   * steps as possible, since the buffer checks each.
   */
  static void write(byte[] body, byte @Nullable [] section, ByteBuf buffer) {
    writeHead(body, section, buffer);
    buffer.writeBytes(body);
  }

  private static void writeHead(byte[] body, byte @Nullable [] section, ByteBuf buffer) {
    int encoded = encodedBytes(body, section);
    boolean isShort = body.length <= LONGEST_SHORT;
    int kind = DESCRIPTOR << Byte.SIZE | (isShort ? SHORT_BINARY : LONG_BINARY);
    if (section == null) {
      buffer.writeLong((long) encoded << Integer.SIZE | kind);
    } else {
      buffer.writeInt(encoded).writeBytes(section).writeInt(kind);
    }
    if (isShort) {
      buffer.writeByte(body.length);
    } else {
      buffer.writeInt(body.length);
    }
  }

  /** What {@link #write} puts before the body. */
  static byte[] header(byte[] body, byte @Nullable [] section) {
    int encoded = encodedBytes(body, section);
    byte[] bytes = new byte[Integer.BYTES + encoded - body.length];
    ByteBuf buffer = Unpooled.wrappedBuffer(bytes).writerIndex(0);
    writeHead(body, section, buffer);
    return bytes;
  }
}
