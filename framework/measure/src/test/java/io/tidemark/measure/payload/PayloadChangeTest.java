package io.tidemark.measure.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.payload.PayloadChange.Kind;
import io.tidemark.model.load.EnvelopeSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadChangeTest {
  private static final byte[] PROBE =
      new EnvelopeWriter(new EnvelopeLayout(EnvelopeSpec.Position.OFF, false, 1), 77, 3)
          .probe(new byte[0], 0, 5, 1_700_000_000_123_456_789L);
  private static final byte[] HEAD = {(byte) 0xD7, 0x31};

  private static Kind kind(byte[] received) {
    return PayloadChange.of(HEAD, PROBE.length, received, received.length).kind();
  }

  @Test
  void reportsAConversionToTextAndShowsBothEnds() {
    byte[] received = new String(PROBE, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
    PayloadChange change = PayloadChange.of(HEAD, PROBE.length, received, received.length);
    assertThat(change.kind()).isEqualTo(Kind.TEXT);
    assertThat(change.text())
        .matches(
            "sent 32 bytes beginning with D7 31, received "
                + received.length
                + " bytes beginning with EF BF BD 31 .*: the payload was converted to"
                + " text");
  }

  @Test
  void reportsOtherCharsets() {
    assertThat(
            kind(new String(PROBE, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(Kind.TEXT);
    assertThat(
            kind(new String(PROBE, StandardCharsets.US_ASCII).getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(Kind.TEXT);
  }

  @Test
  void reportsWhatWasCutLengthenedOrChangedInside() {
    byte[] changed = PROBE.clone();
    changed[20]++;
    assertThat(kind(Arrays.copyOf(PROBE, 20))).isEqualTo(Kind.CUT);
    assertThat(kind(Arrays.copyOf(PROBE, 1))).isEqualTo(Kind.CUT);
    assertThat(kind(Arrays.copyOf(PROBE, 40))).isEqualTo(Kind.LONGER);
    assertThat(kind(changed)).isEqualTo(Kind.INSIDE);
  }

  @Test
  void reportsEncodings() {
    assertThat(kind(Base64.getEncoder().encode(PROBE))).isEqualTo(Kind.ENCODED);
    assertThat(kind(HexFormat.of().formatHex(PROBE).getBytes(StandardCharsets.US_ASCII)))
        .isEqualTo(Kind.ENCODED);
  }

  @Test
  void knowsNothingOfCompressedAndEmptyPayloads() throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
      zip.write(PROBE);
    }
    assertThat(kind(zipped.toByteArray())).isEqualTo(Kind.UNKNOWN);
    PayloadChange empty = PayloadChange.of(HEAD, PROBE.length, new byte[0], 0);
    assertThat(empty.kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(empty.text()).contains("received 0 bytes beginning with nothing:");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void reportsConversionsOfRandomPayloads(long seed) {
    byte[] sent = new byte[64];
    new Random(seed).nextBytes(sent);
    byte[] received = new String(sent, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
    assertThat(PayloadChange.of(sent, 64, received, received.length).kind()).isEqualTo(Kind.TEXT);
    assertThat(PayloadChange.of(sent, 64, Arrays.copyOf(sent, 32), 32).kind()).isEqualTo(Kind.CUT);
  }

  @Test
  void overwrittenFirstBytesAreAChangeInsideAWholePayload() {
    byte[] sent = new byte[64];
    new Random(7).nextBytes(sent);
    byte[] received = sent.clone();
    Arrays.fill(received, 0, 8, (byte) 1);
    assertThat(PayloadChange.of(sent, 64, received, 64).kind()).isEqualTo(Kind.INSIDE);
    new Random(8).nextBytes(received);
    assertThat(PayloadChange.of(sent, 64, received, 64).kind()).isEqualTo(Kind.UNKNOWN);
  }
}
