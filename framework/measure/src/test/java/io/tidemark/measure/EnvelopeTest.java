package io.tidemark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.RandomCase;
import io.tidemark.measure.EnvelopeReader.Result;
import io.tidemark.model.load.EnvelopeSpec.Position;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
  private static final int EPOCH = 0xCAFE_F00D;
  private static final long NOW = 1_763_000_000_123_456_789L;

  /** Without replies, which have more than an envelope: they are ReplyStampTest's. */
  private static final List<MessageKind> KINDS =
      List.of(MessageKind.DATA, MessageKind.PROBE, MessageKind.REQUEST);

  private final EnvelopeReader reader = new EnvelopeReader();

  enum Carrier {
    ARRAY,
    HEAP_BUFFER,
    HEAP_SLICE,
    DIRECT,
    READ_ONLY,
    LITTLE_ENDIAN
  }

  private Result read(byte[] payload, EnvelopeLayout layout, Carrier carrier, boolean verify) {
    if (carrier == Carrier.ARRAY) {
      return reader.read(payload, layout, EPOCH, verify);
    }
    ByteBuffer buffer = buffer(payload, carrier);
    int position = buffer.position();
    int limit = buffer.limit();
    Result result = reader.read(buffer, layout, EPOCH, verify);
    assertThat(buffer.position()).isEqualTo(position);
    assertThat(buffer.limit()).isEqualTo(limit);
    return result;
  }

  private static ByteBuffer buffer(byte[] payload, Carrier carrier) {
    ByteBuffer padded =
        carrier == Carrier.DIRECT
            ? ByteBuffer.allocateDirect(payload.length + 12)
            : ByteBuffer.allocate(payload.length + 12);
    padded.position(5);
    padded.put(payload);
    padded.position(5).limit(5 + payload.length);
    return switch (carrier) {
      case HEAP_SLICE -> padded.slice();
      case READ_ONLY -> padded.asReadOnlyBuffer();
      case LITTLE_ENDIAN -> padded.order(ByteOrder.LITTLE_ENDIAN);
      default -> padded;
    };
  }

  private static byte[] stamped(
      EnvelopeLayout layout,
      int producer,
      int bytes,
      MessageKind kind,
      long sequence,
      long intended,
      long delay) {
    byte[] payload = new byte[bytes];
    new Random(bytes).nextBytes(payload);
    long hash = EnvelopeWriter.bodyHash(payload, payload.length, layout);
    new EnvelopeWriter(layout, EPOCH, producer)
        .write(payload, layout.formOf(bytes), hash, kind, sequence, intended, delay);
    return payload;
  }

  @Test
  void whatIsWrittenIsReadInEveryFormPositionAndCarrier() {
    RandomCase.forAll(1_000, this::isReadAsItWasWritten);
  }

  private void isReadAsItWasWritten(RandomCase any) {
    Position position = any.either() ? Position.TRAILER : Position.PREFIX;
    EnvelopeLayout layout = new EnvelopeLayout(position, any.either(), 4096);
    int bytes = any.between(10, 300);
    int producer = any.between(0, 4095);
    MessageKind kind = any.oneOf(KINDS);
    long sequence = any.between(0, (1L << 48) - 1);
    long age = any.between(0, 3_000_000_000_000L);
    long delay = any.between(0, 1L << 50);
    byte[] payload = stamped(layout, producer, bytes, kind, sequence, NOW - age, delay);

    Result result = read(payload, layout, any.oneOf(List.of(Carrier.values())), true);

    EnvelopeForm form = layout.formOf(bytes);
    assertThat(result).isEqualTo(form == EnvelopeForm.NONE ? Result.UNSTAMPED : Result.OURS);
    if (form == EnvelopeForm.NONE) {
      return;
    }
    assertThat(reader.kind()).isEqualTo(kind);
    assertThat(reader.producer()).isEqualTo(producer);
    if (form == EnvelopeForm.COMPACT) {
      long seen = Math.max(0, sequence - 8_000_000);
      assertThat(CompactFields.sequence(reader.sequence(), seen)).isEqualTo(sequence);
      assertThat(CompactFields.epochNanos(reader.intendedEpochNanos(), NOW))
          .isEqualTo(Math.floorDiv(NOW - age, 1000L) * 1000);
    } else {
      assertThat(reader.sequence()).isEqualTo(sequence);
      assertThat(reader.intendedEpochNanos()).isEqualTo(NOW - age);
      assertThat(reader.delayNanos()).isEqualTo(Math.min(delay, (1L << 48) - 1));
    }
  }

  /** The check has 16 bits: one damage in 65,536 goes unseen, so a few flips at most. */
  @Test
  void aFlippedBitIsFoundUnlessItMakesTheMessageForeign() {
    int flips = 0;
    int unseen = 0;
    for (Position position : List.of(Position.PREFIX, Position.TRAILER)) {
      EnvelopeLayout layout = new EnvelopeLayout(position, false, 10);
      for (int bytes = 32; bytes <= 200; bytes++) {
        byte[] payload = stamped(layout, 3, bytes, MessageKind.DATA, 77, NOW, 5);
        Carrier carrier = Carrier.values()[bytes % Carrier.values().length];
        for (int bit = 0; bit < 8 * bytes; bit++) {
          payload[bit / 8] ^= (byte) (1 << bit % 8);
          unseen += read(payload, layout, carrier, true) == Result.OURS ? 1 : 0;
          payload[bit / 8] ^= (byte) (1 << bit % 8);
          flips++;
        }
      }
    }
    assertThat(flips).isGreaterThan(300_000);
    assertThat(unseen).isLessThanOrEqualTo(3 * flips / 65_536);
  }

  @Test
  void exchangedPartsOfTheBodyAreFound() {
    EnvelopeLayout layout = new EnvelopeLayout(Position.PREFIX, false, 10);
    int exchanges = 0;
    int unseen = 0;
    for (int from = 32; from <= 184; from += 8) {
      for (int to = from + 8; to <= 192; to += 8) {
        byte[] payload = stamped(layout, 3, 200, MessageKind.DATA, 77, NOW, 5);
        byte[] part = Arrays.copyOfRange(payload, from, from + 8);
        System.arraycopy(payload, to, payload, from, 8);
        System.arraycopy(part, 0, payload, to, 8);
        unseen += reader.read(payload, layout, EPOCH, true) == Result.OURS ? 1 : 0;
        exchanges++;
      }
    }
    assertThat(exchanges).isEqualTo(210);
    assertThat(unseen).isLessThanOrEqualTo(1);
  }

  @Test
  void aMessageCutShortIsCorrupted() {
    EnvelopeLayout layout = new EnvelopeLayout(Position.PREFIX, false, 10);
    byte[] payload = stamped(layout, 3, 100, MessageKind.DATA, 77, NOW, 5);
    byte[] cut = Arrays.copyOf(payload, 64);
    assertThat(reader.read(cut, layout, EPOCH, true)).isEqualTo(Result.CORRUPTED);
    assertThat(reader.read(cut, layout, EPOCH, false)).isEqualTo(Result.OURS);
  }

  @Test
  void anotherRunsMessagesAreForeign() {
    EnvelopeLayout full = new EnvelopeLayout(Position.PREFIX, false, 10);
    EnvelopeLayout text = new EnvelopeLayout(Position.PREFIX, true, 10);
    byte[] binary = stamped(full, 0, 100, MessageKind.DATA, 1, NOW, 0);
    byte[] ascii = stamped(text, 0, 100, MessageKind.DATA, 1, NOW, 0);
    assertThat(reader.read(binary, full, EPOCH + 1, true)).isEqualTo(Result.FOREIGN);
    assertThat(reader.read(ascii, text, EPOCH + 1, true)).isEqualTo(Result.FOREIGN);
    assertThat(reader.read(new byte[100], full, EPOCH, true)).isEqualTo(Result.FOREIGN);
    assertThat(reader.read(new byte[20], full, EPOCH, true)).isEqualTo(Result.FOREIGN);
    assertThat(reader.read(binary, text, EPOCH, true)).isEqualTo(Result.FOREIGN);
  }

  @Test
  void textStampsAreAsciiInTheDocumentedPlaces() {
    EnvelopeLayout layout = new EnvelopeLayout(Position.PREFIX, true, 10);
    byte[] payload = stamped(layout, 5, 48, MessageKind.DATA, 1, NOW, 0);
    String text = new String(payload, StandardCharsets.US_ASCII);
    assertThat(text).matches("TMK1[A-Za-z0-9_-]{43}\\.");
    byte[] decoded = java.util.Base64.getUrlDecoder().decode(text.substring(4, 47));
    assertThat(decoded).hasSize(32);
    assertThat(decoded[0]).isEqualTo((byte) 0xD7);
    assertThat(ByteBuffer.wrap(decoded).getInt(4)).isEqualTo(EPOCH);
    assertThat(ByteBuffer.wrap(decoded).getInt(28)).isEqualTo(5);
  }

  @Test
  void theFullFormHasTheDocumentedLayout() {
    EnvelopeLayout layout = new EnvelopeLayout(Position.PREFIX, false, 10);
    byte[] payload =
        stamped(layout, 9, 64, MessageKind.REPLY, 0x1234_5678_9ABCL, NOW, 0xAB_CDEF_0123L);
    ByteBuffer fields = ByteBuffer.wrap(payload);
    assertThat(fields.get(0)).isEqualTo((byte) 0xD7);
    assertThat(fields.get(1)).isEqualTo((byte) 0x33);
    assertThat(fields.getInt(4)).isEqualTo(EPOCH);
    assertThat(fields.getLong(8)).isEqualTo(NOW);
    assertThat(fields.getLong(16) >>> 16).isEqualTo(0x1234_5678_9ABCL);
    assertThat(fields.getLong(20) & 0xFFFF_FFFF_FFFFL).isEqualTo(0xAB_CDEF_0123L);
    assertThat(fields.getInt(28)).isEqualTo(9);
  }

  @Test
  void probesAreReadWithAllFormsOfMessages() {
    for (EnvelopeLayout layout :
        new EnvelopeLayout[] {
          new EnvelopeLayout(Position.PREFIX, false, 10),
          new EnvelopeLayout(Position.TRAILER, false, 10),
          new EnvelopeLayout(Position.OFF, false, 10),
          new EnvelopeLayout(Position.PREFIX, true, 10)
        }) {
      for (int messageBytes : new int[] {0, 9, 31, 32, 47, 48, 100, 5_000}) {
        byte[] body = new byte[messageBytes];
        Arrays.fill(body, (byte) 'b');
        byte[] probe = new EnvelopeWriter(layout, EPOCH, 7).probe(body, messageBytes, 3, NOW);
        assertThat(probe).hasSize(layout.probeBytes(messageBytes));
        for (Carrier carrier : Carrier.values()) {
          assertThat(read(probe, layout, carrier, true)).isEqualTo(Result.OURS);
          assertThat(reader.kind()).isEqualTo(MessageKind.PROBE);
          assertThat(reader.producer()).isEqualTo(7);
        }
      }
    }
  }

  @Test
  void probesAreAsLargeAsMessagesAndHaveTheirBytesOutsideTheStamp() {
    EnvelopeLayout trailer = new EnvelopeLayout(Position.TRAILER, false, 10);
    byte[] body = new byte[100];
    Arrays.fill(body, (byte) 'b');
    byte[] probe = new EnvelopeWriter(trailer, EPOCH, 7).probe(body, 100, 3, NOW);
    assertThat(probe).hasSize(100).startsWith(Arrays.copyOf(body, 68));
    assertThat(trailer.probeBytes(31)).as("no room for the stamp").isEqualTo(31 + 32);
    assertThat(trailer.probeBytes(1 << 20)).as("many may be under way").isEqualTo(1024);
  }

  @Test
  void findsTheRestOfAProbeWhoseFirstBytesAreOverwritten() {
    for (boolean text : new boolean[] {false, true}) {
      EnvelopeLayout layout = new EnvelopeLayout(Position.PREFIX, text, 10);
      byte[] probe = new EnvelopeWriter(layout, EPOCH, 7).probe(new byte[100], 100, 3, NOW);
      ByteBuffer.wrap(probe).putLong(1_700_000_000_123L);
      assertThat(DamagedStamp.of(probe, layout, EPOCH, NOW + 1_000_000))
          .hasValueSatisfying(
              damaged -> {
                assertThat(damaged.first()).isZero();
                assertThat(damaged.last()).isEqualTo(7);
                assertThat(damaged.keptBytes()).isEqualTo(text ? 40 : 24);
              });
      assertThat(DamagedStamp.of(new byte[100], layout, EPOCH, NOW)).as("zeros").isEmpty();
      probe[probe.length - 1] ^= 1;
      probe[text ? 40 : 24] ^= 0x40;
      assertThat(DamagedStamp.of(probe, layout, EPOCH, NOW)).as("more is changed").isEmpty();
    }
  }

  @Test
  void ombProbesAreRecognised() {
    for (Carrier carrier : Carrier.values()) {
      for (Position position : Position.values()) {
        EnvelopeLayout layout = new EnvelopeLayout(position, false, 10);
        assertThat(read(new byte[10], layout, carrier, true)).isEqualTo(Result.OMB_PROBE);
      }
    }
  }

  @Test
  void moreProducersThanTheCompactFormHoldsGetNone() {
    assertThat(new EnvelopeLayout(Position.PREFIX, false, 4096).formOf(20))
        .isEqualTo(EnvelopeForm.COMPACT);
    assertThat(new EnvelopeLayout(Position.PREFIX, false, 4097).formOf(20))
        .isEqualTo(EnvelopeForm.NONE);
  }

  @Test
  void compactSequencesAreCompletedNearTheOnesSeen() {
    RandomCase.forAll(
        1_000, any -> isCompleted(any.between(0, 1L << 40), any.between(-8_388_607, 8_388_607)));
  }

  private static void isCompleted(long sequence, long off) {
    long seen = Math.max(0, sequence + off);
    assertThat(CompactFields.sequence(sequence & 0xFF_FFFF, seen)).isEqualTo(sequence);
  }
}
