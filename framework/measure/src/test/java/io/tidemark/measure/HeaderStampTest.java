package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.EnvelopeReader.Result;
import io.tidemark.model.load.EnvelopeSpec.Position;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stamps in a header of the message. */
class HeaderStampTest {
  private static final int EPOCH = 77;

  private final EnvelopeReader reader = new EnvelopeReader();

  private static byte[] body(int bytes) {
    byte[] body = new byte[bytes];
    new Random(bytes).nextBytes(body);
    return body;
  }

  private static byte[] stamp(boolean text, byte[] body) {
    EnvelopeLayout layout = new EnvelopeLayout(Position.HEADER, text, 3);
    EnvelopeWriter writer = new EnvelopeWriter(layout, EPOCH, 2);
    EnvelopeForm form = layout.formOf(body.length);
    long hash = EnvelopeWriter.bodyHash(body, body.length, layout);
    byte[] before = body.clone();
    writer.write(body, form, hash, MessageKind.DATA, 1L << 40, 123_456_789L, 55);
    assertThat(body).as("the body").isEqualTo(before);
    return writer.header();
  }

  private Result read(byte[] stamp, byte[] body) {
    ByteBuffer direct = ByteBuffer.allocateDirect(body.length).put(body).flip();
    Result result = reader.readHeader(stamp, direct, EPOCH, true);
    assertThat(reader.readHeader(stamp, ByteBuffer.wrap(body), EPOCH, true)).isEqualTo(result);
    return result;
  }

  @ParameterizedTest
  @CsvSource({"false,0", "false,1", "false,31", "false,1000", "true,0", "true,1", "true,100"})
  void aBodyOfAnySizeHasAllFields(boolean text, int bytes) {
    byte[] body = body(bytes);
    byte[] stamp = stamp(text, body);
    assertThat(stamp).hasSize(text ? 48 : 32);
    assertThat(read(stamp, body)).isEqualTo(Result.OURS);
    assertThat(reader.form()).isEqualTo(EnvelopeForm.HEADER);
    assertThat(reader.kind()).isEqualTo(MessageKind.DATA);
    assertThat(reader.producer()).isEqualTo(2);
    assertThat(reader.sequence()).isEqualTo(1L << 40);
    assertThat(reader.intendedEpochNanos()).isEqualTo(123_456_789L);
    assertThat(reader.delayNanos()).isEqualTo(55);
  }

  @ParameterizedTest
  @CsvSource({"false,1", "false,33", "true,70"})
  void aChangeOfAnyByteOfTheBodyIsFound(boolean text, int bytes) {
    byte[] body = body(bytes);
    byte[] stamp = stamp(text, body);
    for (int i = 0; i < bytes; i++) {
      body[i]++;
      assertThat(read(stamp, body)).as("byte " + i).isEqualTo(Result.CORRUPTED);
      body[i]--;
    }
    assertThat(read(stamp, body(bytes + 1))).isEqualTo(Result.CORRUPTED);
    assertThat(read(stamp, body(bytes - 1))).isEqualTo(Result.CORRUPTED);
    assertThat(reader.readHeader(stamp, ByteBuffer.wrap(body(bytes + 1)), EPOCH, false))
        .as("not verified")
        .isEqualTo(Result.OURS);
  }

  @Test
  void messagesWithoutTheHeaderOrOfAnotherRunAreForeign() {
    byte[] body = body(100);
    byte[] stamp = stamp(false, body);
    assertThat(read(null, body)).isEqualTo(Result.FOREIGN);
    assertThat(read(new byte[0], body)).isEqualTo(Result.FOREIGN);
    assertThat(read(new byte[32], body)).isEqualTo(Result.FOREIGN);
    assertThat(read(new byte[48], body)).isEqualTo(Result.FOREIGN);
    assertThat(reader.readHeader(stamp, ByteBuffer.wrap(body), EPOCH + 1, true))
        .isEqualTo(Result.FOREIGN);
    assertThat(read(null, new byte[10])).isEqualTo(Result.OMB_PROBE);
  }

  @Test
  void aProbeHasTheBodyOfAMessage() {
    EnvelopeLayout layout = new EnvelopeLayout(Position.HEADER, false, 3);
    EnvelopeWriter writer = new EnvelopeWriter(layout, EPOCH, 1);
    byte[] body = body(5);
    byte[] probe = writer.probe(body, 5, 9, 1_000);
    assertThat(probe).isEqualTo(body(5));
    assertThat(read(writer.header(), probe)).isEqualTo(Result.OURS);
    assertThat(reader.kind()).isEqualTo(MessageKind.PROBE);
    assertThat(reader.sequence()).isEqualTo(9);
  }
}
