package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Codec.EncodedMessage;
import io.netty.buffer.ByteBuf;
import io.tidemark.driver.headers.MessageHeader;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message to publish and, at once, its encoded form: the body is copied into the frame only. */
final class OutgoingMessage implements BodyMessage, EncodedMessage {
  private final byte[] body;
  private final @Nullable String filterValue;
  private final byte @Nullable [] section;
  private final long publishingId;

  /**
   * @param filterValue null for none
   * @param headers may be empty
   * @param publishingId -1 when the client is to number messages
   */
  OutgoingMessage(
      byte[] body, @Nullable String filterValue, List<MessageHeader> headers, long publishingId) {
    this.body = body;
    this.filterValue = filterValue;
    this.section = PropertiesSection.encoded(filterValue, headers);
    this.publishingId = publishingId;
  }

  @Override
  public byte[] getBodyAsBinary() {
    return body;
  }

  @Nullable String filterValue() {
    return filterValue;
  }

  @Override
  public boolean hasPublishingId() {
    return publishingId >= 0;
  }

  @Override
  public long getPublishingId() {
    return publishingId;
  }

  @Override
  public int getSize() {
    return BodyLayout.encodedBytes(body, section);
  }

  @Override
  public void writeTo(ByteBuf buffer) {
    BodyLayout.write(body, section, buffer);
  }

  /** Writes the body for sub-entries, which are compressed. */
  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(BodyLayout.header(body, section));
    out.write(body);
  }
}
