package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Codec;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageBuilder;
import com.rabbitmq.stream.codec.QpidProtonCodec;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Messages whose only section is a body of bytes, as AMQP 1.0 writes them: what every client of
 * RabbitMQ streams reads and writes, without building a general message first. In front of it there
 * may be an application property with the message's filter value. Anything else goes through the
 * client's own codec. Stateless; safe for several threads.
 */
final class DataCodec implements Codec {
  private final Codec general = new QpidProtonCodec();

  @Override
  public EncodedMessage encode(Message message) {
    return message instanceof OutgoingMessage ours ? ours : general.encode(message);
  }

  @Override
  public Message decode(ByteBuf buffer, int frameBytes) {
    int frame = buffer.readerIndex();
    int headerBytes = BodyLayout.headerBytes(buffer, frame, frameBytes);
    return headerBytes == 0
        ? decodeSections(buffer, frame, frameBytes)
        : body(buffer, frame, frameBytes, headerBytes, null);
  }

  /** A message that has more than a body. */
  private Message decodeSections(ByteBuf buffer, int frame, int frameBytes) {
    int typed = frame + ContentTypeSection.encodedBytes(buffer, frame, frameBytes);
    PropertiesSection section = PropertiesSection.read(buffer, typed, frameBytes - (typed - frame));
    int start = section == null ? typed : typed + section.encodedBytes();
    int before = start - frame;
    int headerBytes = BodyLayout.headerBytes(buffer, start, frameBytes - before);
    return headerBytes == 0
        ? general.decode(buffer, frameBytes)
        : body(
            buffer,
            frame,
            frameBytes,
            before + headerBytes,
            section == null ? null : section.values());
  }

  private static ReceivedBody body(
      ByteBuf buffer,
      int frame,
      int frameBytes,
      int bytesBefore,
      @Nullable Map<String, Object> properties) {
    byte[] body = new byte[frameBytes - bytesBefore];
    buffer.getBytes(frame + bytesBefore, body);
    buffer.skipBytes(frameBytes);
    return new ReceivedBody(body, properties);
  }

  @Override
  public MessageBuilder messageBuilder() {
    return general.messageBuilder();
  }
}
