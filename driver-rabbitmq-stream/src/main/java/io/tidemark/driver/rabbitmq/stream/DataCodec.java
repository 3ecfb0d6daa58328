package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Codec;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageBuilder;
import com.rabbitmq.stream.codec.QpidProtonCodec;
import io.netty.buffer.ByteBuf;

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
    int typed = frame + ContentTypeSection.encodedBytes(buffer, frame, frameBytes);
    PropertiesSection section = PropertiesSection.read(buffer, typed, frameBytes - (typed - frame));
    int start = section == null ? typed : typed + section.encodedBytes();
    int bytes = frameBytes - (start - frame);
    int headerBytes = BodyLayout.headerBytes(buffer, start, bytes);
    if (headerBytes == 0) {
      return general.decode(buffer, frameBytes);
    }
    byte[] body = new byte[bytes - headerBytes];
    buffer.getBytes(start + headerBytes, body);
    buffer.skipBytes(frameBytes);
    return new ReceivedBody(body, section == null ? null : section.values());
  }

  @Override
  public MessageBuilder messageBuilder() {
    return general.messageBuilder();
  }
}
