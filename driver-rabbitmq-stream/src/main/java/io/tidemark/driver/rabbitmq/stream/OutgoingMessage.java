package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Codec.EncodedMessage;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A message to publish and, at once, its encoded form: the body is copied into the frame only. */
final class OutgoingMessage implements BodyMessage, EncodedMessage {
  private final byte[] body;
  private final @Nullable String filterValue;
  private final byte @Nullable [] encodedFilterValue;
  private final long publishingId;

  /**
   * @param filterValue null for none
   * @param publishingId -1 when the client is to number messages
   */
  OutgoingMessage(byte[] body, @Nullable String filterValue, long publishingId) {
    this.body = body;
    this.filterValue = filterValue;
    this.encodedFilterValue =
        filterValue == null ? null : filterValue.getBytes(StandardCharsets.UTF_8);
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
    return BodyLayout.encodedBytes(body, encodedFilterValue);
  }

  @Override
  public void writeTo(ByteBuf buffer) {
    BodyLayout.write(body, encodedFilterValue, buffer);
  }

  /** For sub-entries, which are compressed and have no filter values. */
  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(BodyLayout.header(body));
    out.write(body);
  }
}
