package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.stream.Codec;
import com.rabbitmq.stream.Codec.EncodedMessage;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageBuilder;
import com.rabbitmq.stream.codec.QpidProtonCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.rabbitmq.stream.Environments.DataCodec;
import io.tidemark.driver.rabbitmq.stream.Environments.DataCodec.ReceivedBody;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The client's own codec says what is right. */
class DataCodecTest {
  private final DataCodec ours = new DataCodec();
  private final QpidProtonCodec clients = new QpidProtonCodec();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 10, 255, 256, 257, 70_000})
  void writesWhatTheClientReads(int bytes) {
    byte[] body = body(bytes);
    ByteBuf encoded = encoded(ours.encode(new OutgoingMessage(body, null, List.of(), -1)));
    assertThat(clients.decode(encoded, encoded.readableBytes()).getBodyAsBinary()).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 10, 255, 256, 257, 70_000})
  void readsWhatTheClientWrites(int bytes) {
    byte[] body = body(bytes);
    ByteBuf encoded = encoded(clients.encode(clients.messageBuilder().addData(body).build()));
    int size = encoded.readableBytes();
    encoded.writeByte(1);
    Message decoded = ours.decode(encoded, size);
    assertThat(decoded).isInstanceOf(ReceivedBody.class);
    assertThat(decoded.getBodyAsBinary()).isEqualTo(body);
    assertThat(encoded.readableBytes()).as("what follows the message").isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 300})
  void readsMessagesWithMoreThanABody(int bytes) {
    byte[] body = body(bytes);
    Message full =
        clients
            .messageBuilder()
            .properties()
            .messageId("id")
            .messageBuilder()
            .addData(body)
            .build();
    ByteBuf encoded = encoded(clients.encode(full));
    Message decoded = ours.decode(encoded, encoded.readableBytes());
    assertThat(decoded.getBodyAsBinary()).isEqualTo(body);
    assertThat(decoded.getProperties().getMessageIdAsString()).isEqualTo("id");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 255, 256})
  void writesTheSameToAStreamAndToABuffer(int bytes) throws IOException {
    OutgoingMessage message = new OutgoingMessage(body(bytes), null, List.of(), -1);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    message.writeTo(stream);
    assertThat(stream.toByteArray())
        .isEqualTo(ByteBufUtil.getBytes(encoded(message).readerIndex(0)));
  }

  @ParameterizedTest
  @CsvSource({"0, red", "255, ''", "70000, gr\u00fcn"})
  void aFilterValueIsAnApplicationProperty(int bytes, String value) {
    byte[] body = body(bytes);
    for (Codec reader : List.of(ours, clients)) {
      ByteBuf encoded = encoded(ours.encode(new OutgoingMessage(body, value, List.of(), -1)));
      Message decoded = reader.decode(encoded, encoded.readableBytes());
      assertThat(decoded.getBodyAsBinary()).isEqualTo(body);
      assertThat(decoded.getApplicationProperties()).isEqualTo(Map.of("filter", value));
      assertThat(encoded.readableBytes()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 300, 70_000})
  void headersAreApplicationProperties(int bytes) throws IOException {
    byte[] stamp = body(32);
    byte[] large = body(300);
    List<MessageHeader> headers =
        List.of(
            MessageHeader.binary("stamp", stamp),
            MessageHeader.text("region", "gr\u00fcn"),
            MessageHeader.text("empty", ""),
            MessageHeader.binary("large", large),
            MessageHeader.text("x".repeat(300), "y".repeat(1_000)));
    OutgoingMessage message = new OutgoingMessage(body(bytes), "red", headers, -1);
    for (Codec reader : List.of(ours, clients)) {
      ByteBuf encoded = encoded(ours.encode(message));
      Message decoded = reader.decode(encoded, encoded.readableBytes());
      assertThat(decoded.getBodyAsBinary()).isEqualTo(body(bytes));
      assertThat(decoded.getApplicationProperties())
          .containsEntry("filter", "red")
          .containsEntry("stamp", stamp)
          .containsEntry("region", "gr\u00fcn")
          .containsEntry("empty", "")
          .containsEntry("large", large)
          .containsEntry("x".repeat(300), "y".repeat(1_000))
          .hasSize(6);
      assertThat(encoded.readableBytes()).isZero();
    }
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    message.writeTo(stream);
    assertThat(stream.toByteArray())
        .as("in a sub-entry")
        .isEqualTo(ByteBufUtil.getBytes(encoded(message).readerIndex(0)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 246})
  void aContentTypeIsAPropertyOfTheMessage(int letters) {
    String type = "t".repeat(letters);
    List<MessageHeader> headers =
        List.of(MessageHeader.text("a", "b"), MessageHeader.text("content-type", type));
    assertThat(ContentTypeSection.problem(type)).isEmpty();
    OutgoingMessage message = new OutgoingMessage(body(9), null, headers, -1);
    ByteBuf encoded = encoded(ours.encode(message));
    Message decoded = clients.decode(encoded, encoded.readableBytes());
    assertThat(decoded.getProperties().getContentType()).isEqualTo(type);
    assertThat(decoded.getApplicationProperties()).isEqualTo(Map.of("a", "b"));
    assertThat(decoded.getBodyAsBinary()).isEqualTo(body(9));
    ByteBuf again = encoded(ours.encode(message));
    Message read = ours.decode(again, again.readableBytes());
    assertThat(read).as("read without the general codec").isInstanceOf(ReceivedBody.class);
    assertThat(read.getApplicationProperties()).isEqualTo(Map.of("a", "b"));
    assertThat(again.readableBytes()).isZero();
  }

  @Test
  void aContentTypeIsAsLongAsItsPropertyCanBe() {
    assertThat(ContentTypeSection.problem("t".repeat(247))).isPresent();
    assertThat(ContentTypeSection.problem("gr\u00fcn")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void readsHeadersThatTheClientWrites(int headers) {
    MessageBuilder.ApplicationPropertiesBuilder properties =
        clients.messageBuilder().applicationProperties();
    for (int i = 0; i < headers; i++) {
      properties.entry("text" + i, "value " + i).entry("bytes" + i, body(i));
    }
    Message message = properties.messageBuilder().addData(body(9)).build();
    ByteBuf encoded = encoded(clients.encode(message));
    Message decoded = ours.decode(encoded, encoded.readableBytes());
    assertThat(decoded).isInstanceOf(ReceivedBody.class);
    assertThat(decoded.getBodyAsBinary()).isEqualTo(body(9));
    assertThat(decoded.getApplicationProperties())
        .containsEntry("text0", "value 0")
        .containsEntry("bytes" + (headers - 1), body(headers - 1))
        .hasSize(2 * headers);
  }

  @Test
  void otherApplicationPropertiesAreReadByTheClient() {
    Message full =
        clients
            .messageBuilder()
            .applicationProperties()
            .entry("filter", "red")
            .entry("more", 1)
            .messageBuilder()
            .addData(body(9))
            .build();
    ByteBuf encoded = encoded(clients.encode(full));
    Message decoded = ours.decode(encoded, encoded.readableBytes());
    assertThat(decoded.getApplicationProperties()).containsEntry("filter", "red").hasSize(2);
  }

  private static ByteBuf encoded(EncodedMessage message) {
    ByteBuf buffer = Unpooled.buffer();
    int size = message.getSize();
    message.writeTo(buffer);
    assertThat(buffer.readInt()).as("length before the message").isEqualTo(size);
    assertThat(buffer.readableBytes()).isEqualTo(size);
    return buffer;
  }

  private static byte[] body(int bytes) {
    byte[] body = new byte[bytes];
    new Random(bytes).nextBytes(body);
    return body;
  }
}
