package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.EnvelopeReader.Result;
import io.tidemark.model.load.EnvelopeSpec.Position;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages that a build with version 2 of the envelope has written. */
class EarlierEnvelopeTest {
  private static final int EPOCH = 0xCAFE_F00D;

  private final EnvelopeReader reader = new EnvelopeReader();

  /**
   * A stored message.
   *
   * @param header its stamp, if it is not in the body
   */
  private record Stored(EnvelopeLayout layout, MessageKind kind, byte[] header, byte[] body) {
    private static Stored parsed(String line) {
      String[] parts = line.split(" ");
      Position position = Position.valueOf(parts[0]);
      boolean inHeader = position == Position.HEADER;
      EnvelopeLayout layout = new EnvelopeLayout(position, parts[1].equals("text"), 10);
      String body = inHeader ? (parts.length > 4 ? parts[4] : "") : parts[3];
      return new Stored(
          layout, MessageKind.valueOf(parts[2]), bytes(inHeader ? parts[3] : ""), bytes(body));
    }

    private static byte[] bytes(String base64) {
      return Base64.getDecoder().decode(base64);
    }

    @Override
    public String toString() {
      return layout + ", " + kind + ", " + body.length + " bytes";
    }
  }

  static Stored[] stored() throws IOException {
    try (InputStream file =
        EarlierEnvelopeTest.class.getResourceAsStream("envelope-version-2.txt")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(Stored::parsed)
          .toArray(Stored[]::new);
    }
  }

  private Result read(Stored message, byte[] body, boolean direct) {
    ByteBuffer buffer =
        direct
            ? ByteBuffer.allocateDirect(body.length).put(body).flip()
            : ByteBuffer.wrap(body.clone());
    return message.layout().position() == Position.HEADER
        ? reader.readHeader(message.header(), buffer, EPOCH, true)
        : reader.read(buffer, message.layout(), EPOCH, true);
  }

  @ParameterizedTest
  @MethodSource("stored")
  void isRead(Stored message) {
    for (boolean direct : new boolean[] {false, true}) {
      assertThat(read(message, message.body(), direct)).isEqualTo(Result.OURS);
      assertThat(reader.kind()).isEqualTo(message.kind());
      assertThat(reader.producer()).isEqualTo(5);
      assertThat(reader.sequence()).isEqualTo(77);
      assertThat(reader.intendedEpochNanos()).isEqualTo(1_763_000_000_123_456_789L);
      assertThat(reader.delayNanos()).isEqualTo(1_234);
    }
  }

  /** The check has 16 bits, so that very few changes of a byte may go unseen. */
  @ParameterizedTest
  @MethodSource("stored")
  void itsDamageIsFound(Stored message) {
    int unseen = 0;
    for (int at = 0; at < message.body().length; at++) {
      byte[] changed = message.body().clone();
      changed[at] ^= 0x20;
      unseen += read(message, changed, at % 2 == 0) == Result.OURS ? 1 : 0;
    }
    assertThat(unseen).isLessThanOrEqualTo(1);
  }
}
