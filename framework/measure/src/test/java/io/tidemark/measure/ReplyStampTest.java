package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.tidemark.measure.EnvelopeReader.Result;
import io.tidemark.model.load.EnvelopeSpec.Position;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReplyStampTest {
  private static final int EPOCH = 0x1234567;
  private static final long INTENDED = 1_700_000_000_123_456_789L;

  static Stream<Arguments> shapes() {
    return Stream.of(Position.PREFIX, Position.TRAILER)
        .flatMap(
            position ->
                Stream.of(
                    Arguments.of(position, false, 32, false),
                    Arguments.of(position, false, 55, false),
                    Arguments.of(position, false, 56, true),
                    Arguments.of(position, false, 2_048, true),
                    Arguments.of(position, true, 48, false),
                    Arguments.of(position, true, 79, false),
                    Arguments.of(position, true, 80, true),
                    Arguments.of(position, true, 2_049, true)));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aReplyEchoesItsRequestAndReportsTheRespondersTimes(
      Position position, boolean text, int bytes, boolean stamped) {
    EnvelopeLayout layout = new EnvelopeLayout(position, text, 5);
    byte[] reply = reply(layout, bytes);

    EnvelopeReader reader = new EnvelopeReader();
    assertThat(reader.read(reply, layout, EPOCH, true)).isEqualTo(Result.OURS);
    assertThat(reader.kind()).isEqualTo(MessageKind.REPLY);
    assertThat(reader.producer()).isEqualTo(3);
    assertThat(reader.sequence()).isEqualTo(77);
    assertThat(reader.intendedEpochNanos()).isEqualTo(INTENDED);
    assertThat(reader.delayNanos()).isEqualTo(1_234);

    ReplyStamp stamp = new ReplyStamp();
    assertThat(stamp.read(reply, layout)).isEqualTo(stamped);
    assertThat(layout.replyStampBytes(bytes, layout.formOf(bytes)) > 0).isEqualTo(stamped);
    if (stamped) {
      assertThat(stamp.responder()).isEqualTo(9);
      assertThat(stamp.receivedEpochNanos()).isEqualTo(INTENDED + 5_000);
      assertThat(stamp.tookNanos()).isEqualTo(250_000);
    }
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aChangeOfAnyByteIsFoundAlsoInTheStamp(
      Position position, boolean text, int bytes, boolean stamped) {
    assumeFalse(text, "its last character has two bits that mean nothing");
    EnvelopeLayout layout = new EnvelopeLayout(position, text, 5);
    byte[] reply = reply(layout, bytes);
    EnvelopeReader reader = new EnvelopeReader();
    for (int at = 0; at < Math.min(bytes, 120); at++) {
      byte[] changed = reply.clone();
      changed[position == Position.PREFIX ? at : bytes - 1 - at] ^= 1;
      assertThat(reader.read(changed, layout, EPOCH, true)).isNotEqualTo(Result.OURS);
      assertThat(
              reader.read(
                  ByteBuffer.allocateDirect(bytes).put(changed).flip(), layout, EPOCH, true))
          .isNotEqualTo(Result.OURS);
    }
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes).put(reply).flip();
    assertThat(reader.read(direct, layout, EPOCH, true)).isEqualTo(Result.OURS);
  }

  private static byte[] reply(EnvelopeLayout layout, int bytes) {
    byte[] request = new byte[bytes];
    new Random(1).nextBytes(request);
    if (layout.text()) {
      Arrays.fill(request, (byte) 'x');
    }
    new EnvelopeWriter(layout, EPOCH, 3)
        .write(
            request,
            layout.formOf(bytes),
            EnvelopeWriter.bodyHash(request, request.length, layout),
            MessageKind.REQUEST,
            77,
            INTENDED,
            1_234);
    EnvelopeReader reader = new EnvelopeReader();
    assertThat(reader.read(request, layout, EPOCH, true)).isEqualTo(Result.OURS);
    byte[] reply = request.clone();
    long restHash = EnvelopeWriter.restHash(reply, layout);
    EnvelopeWriter.writeReply(reply, layout, EPOCH, reader, restHash, 9, INTENDED + 5_000, 250_000);
    return reply;
  }
}
