package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Codec;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageBuilder;
import com.rabbitmq.stream.codec.QpidProtonCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Messages whose only section is a body of bytes, as AMQP 1.0 writes them: what every client of
 * RabbitMQ streams reads and writes, without building a general message first. Anything else goes
 * through the client's own codec. Stateless; safe for several threads.
 */
final class DataCodec implements Codec {
  /** Descriptor of a data section: constructor 0, small ulong, code 0x75. */
  private static final int DESCRIPTOR = 0x005375;

  private static final int DESCRIPTOR_BYTES = 3;
  private static final int SHORT_BINARY = 0xa0;
  private static final int LONG_BINARY = 0xb0;
  static final int SHORT_HEADER_BYTES = DESCRIPTOR_BYTES + 2;
  static final int LONG_HEADER_BYTES = DESCRIPTOR_BYTES + 5;
  private static final int LONGEST_SHORT = 255;

  private final Codec general = new QpidProtonCodec();

  @Override
  public EncodedMessage encode(Message message) {
    return message instanceof OutgoingMessage ours ? ours : general.encode(message);
  }

  @Override
  public Message decode(ByteBuf buffer, int frameBytes) {
    int start = buffer.readerIndex();
    int headerBytes = headerBytes(buffer, start, frameBytes);
    if (headerBytes == 0) {
      return general.decode(buffer, frameBytes);
    }
    byte[] body = new byte[frameBytes - headerBytes];
    buffer.getBytes(start + headerBytes, body);
    buffer.skipBytes(frameBytes);
    return new ReceivedBody(body);
  }

  @Override
  public MessageBuilder messageBuilder() {
    return general.messageBuilder();
  }

  /** Bytes before the body; 0 when there is more than a body. */
  private static int headerBytes(ByteBuf buffer, int start, int frameBytes) {
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
    return body.length + (body.length <= LONGEST_SHORT ? SHORT_HEADER_BYTES : LONG_HEADER_BYTES);
  }

  /** As the client's frames want it: the length of the encoded message, then the message. */
  static void write(byte[] body, ByteBuf buffer) {
    writeHeader(body, buffer);
    buffer.writeBytes(body);
  }

  private static void writeHeader(byte[] body, ByteBuf buffer) {
    buffer.writeInt(encodedBytes(body)).writeMedium(DESCRIPTOR);
    if (body.length <= LONGEST_SHORT) {
      buffer.writeByte(SHORT_BINARY).writeByte(body.length);
    } else {
      buffer.writeByte(LONG_BINARY).writeInt(body.length);
    }
  }

  /** What {@link #write} puts before the body. */
  static byte[] header(byte[] body) {
    byte[] bytes = new byte[Integer.BYTES + encodedBytes(body) - body.length];
    ByteBuf buffer = Unpooled.wrappedBuffer(bytes).writerIndex(0);
    writeHeader(body, buffer);
    return bytes;
  }
}
