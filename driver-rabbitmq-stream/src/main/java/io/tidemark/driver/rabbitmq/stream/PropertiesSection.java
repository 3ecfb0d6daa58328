package io.tidemark.driver.rabbitmq.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.tidemark.driver.headers.MessageHeader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The application properties in front of a body, as AMQP 1.0 writes them: texts and bytes by name.
 *
 * @param values a {@link String} or a {@code byte[]} each
 * @param encodedBytes of the section
 */
record PropertiesSection(Map<String, Object> values, int encodedBytes) {
  /** Descriptor of application properties: constructor 0, small ulong, code 0x74. */
  private static final int DESCRIPTOR = 0x005374;

  private static final int DESCRIPTOR_BYTES = 3;
  private static final int SHORT_MAP = 0xc1;
  private static final int LONG_MAP = 0xd1;
  private static final int SHORT_TEXT = 0xa1;
  private static final int LONG_TEXT = 0xb1;
  private static final int SHORT_BINARY = 0xa0;
  private static final int LONG_BINARY = 0xb0;
  private static final int LONGEST_SHORT = 255;
  private static final int LEAST_BYTES = DESCRIPTOR_BYTES + 3;

  /**
   * The encoded section, after that of a content type; null for neither a filter value nor headers.
   *
   * @param filterValue null for none
   */
  static byte @Nullable [] encoded(@Nullable String filterValue, List<MessageHeader> headers) {
    if (filterValue == null && headers.isEmpty()) {
      return null;
    }
    ByteBuf buffer = Unpooled.buffer();
    int entries = headers.size() + (filterValue == null ? 0 : 1);
    for (MessageHeader header : headers) {
      if (header.name().equals(ContentTypeSection.HEADER)) {
        ContentTypeSection.write(header.text(), buffer);
        entries--;
      }
    }
    buffer.writeMedium(DESCRIPTOR).writeByte(LONG_MAP);
    int sizeAt = buffer.writerIndex();
    buffer.writeInt(0).writeInt(2 * entries);
    if (filterValue != null) {
      write(BodyLayout.FILTER.getBytes(StandardCharsets.UTF_8), true, buffer);
      write(filterValue.getBytes(StandardCharsets.UTF_8), true, buffer);
    }
    for (MessageHeader header : headers) {
      if (!header.name().equals(ContentTypeSection.HEADER)) {
        write(header.name().getBytes(StandardCharsets.UTF_8), true, buffer);
        write(header.bytes(), header.isText(), buffer);
      }
    }
    buffer.setInt(sizeAt, buffer.writerIndex() - sizeAt - Integer.BYTES);
    byte[] section = new byte[buffer.readableBytes()];
    buffer.readBytes(section);
    return section;
  }

  private static void write(byte[] value, boolean text, ByteBuf buffer) {
    if (value.length <= LONGEST_SHORT) {
      buffer.writeByte(text ? SHORT_TEXT : SHORT_BINARY).writeByte(value.length);
    } else {
      buffer.writeByte(text ? LONG_TEXT : LONG_BINARY).writeInt(value.length);
    }
    buffer.writeBytes(value);
  }

  /** The section at the start of a message; null if there is none, or one with other values. */
  static @Nullable PropertiesSection read(ByteBuf buffer, int start, int frameBytes) {
    if (frameBytes < LEAST_BYTES || buffer.getUnsignedMedium(start) != DESCRIPTOR) {
      return null;
    }
    int map = buffer.getUnsignedByte(start + DESCRIPTOR_BYTES);
    if (map != SHORT_MAP && map != LONG_MAP) {
      return null;
    }
    ByteBuf section = buffer.slice(start, frameBytes).skipBytes(DESCRIPTOR_BYTES + 1);
    int width = map == SHORT_MAP ? 1 : Integer.BYTES;
    if (section.readableBytes() < 2 * width) {
      return null;
    }
    long size = width == 1 ? section.readUnsignedByte() : section.readUnsignedInt();
    if (size < width || size > section.readableBytes()) {
      return null;
    }
    ByteBuf entries = section.slice(section.readerIndex(), (int) size);
    long count = width == 1 ? entries.readUnsignedByte() : entries.readUnsignedInt();
    Map<String, Object> values = values(entries, count);
    int bytes = DESCRIPTOR_BYTES + 1 + width + (int) size;
    return values == null ? null : new PropertiesSection(values, bytes);
  }

  private static @Nullable Map<String, Object> values(ByteBuf entries, long count) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (long i = 0; i < count; i += 2) {
      Object name = value(entries);
      Object value = name instanceof String ? value(entries) : null;
      if (value == null) {
        return null;
      }
      values.put((String) name, value);
    }
    return values;
  }

  /** A text or bytes; null for another type. */
  private static @Nullable Object value(ByteBuf from) {
    int kind = from.isReadable(2) ? from.readUnsignedByte() : 0;
    boolean isShort = kind == SHORT_TEXT || kind == SHORT_BINARY;
    boolean isLong = kind == LONG_TEXT || kind == LONG_BINARY;
    if (!isShort && !(isLong && from.isReadable(Integer.BYTES))) {
      return null;
    }
    long bytes = isShort ? from.readUnsignedByte() : from.readUnsignedInt();
    if (bytes > from.readableBytes()) {
      return null;
    }
    byte[] value = new byte[(int) bytes];
    from.readBytes(value);
    boolean text = kind == SHORT_TEXT || kind == LONG_TEXT;
    return text ? new String(value, StandardCharsets.UTF_8) : value;
  }
}
