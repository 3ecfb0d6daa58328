package io.tidemark.model.earlier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class AcknowledgedMessagesTest {
  private static final int HEADER = 5;

  private static AcknowledgedMessages small() {
    AcknowledgedWriter writer = new AcknowledgedWriter("run");
    writer.producer("a");
    writer.range(0, 300);
    writer.producer("b");
    writer.range(2, 5);
    writer.range(7, 8);
    writer.producer("a");
    return writer.finish();
  }

  private static byte[] bytes(AcknowledgedMessages messages) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    messages.writeTo(out);
    return out.toByteArray();
  }

  private static List<String> ranges(AcknowledgedMessages messages) {
    List<String> ranges = new ArrayList<>();
    messages.forEachRange((producer, from, end) -> ranges.add(producer + ":" + from + "-" + end));
    return ranges;
  }

  @Test
  void keepsProducersTopicsAndSequences() throws IOException {
    AcknowledgedMessages read = AcknowledgedMessages.of(bytes(small()));

    assertThat(read.runId()).isEqualTo("run");
    assertThat(read.producers())
        .containsExactly(
            new AcknowledgedProducer(0, "a", 300),
            new AcknowledgedProducer(1, "b", 4),
            new AcknowledgedProducer(2, "a", 0));
    assertThat(ranges(read)).containsExactly("0:0-300", "1:2-5", "1:7-8");
    assertThat(read).isEqualTo(small());
  }

  /** The layout of docs/reference/results.md, byte by byte. */
  @Test
  void hasTheDocumentedLayout() throws IOException {
    byte[] content = bytes(small());

    assertThat(new String(content, 0, 4, "US-ASCII")).isEqualTo("TMAK");
    assertThat(content[4]).isEqualTo((byte) 1);
    byte[] plain =
        new GZIPInputStream(new ByteArrayInputStream(content, HEADER, content.length - HEADER))
            .readAllBytes();
    String runId = "03" + "72756e";
    String first = "01" + "0161" + "ac02" + "00";
    String second = "02" + "0162" + "00" + "02" + "03" + "02" + "01" + "00";
    String third = "01" + "00" + "00";
    assertThat(HexFormat.of().formatHex(plain)).isEqualTo(runId + first + second + third + "00");
  }

  @Test
  void agreesWithRandomSets() throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < 50; round++) {
      AcknowledgedWriter writer = new AcknowledgedWriter("r" + round);
      List<String> expected = new ArrayList<>();
      for (int producer = 0; producer < 3; producer++) {
        writer.producer("topic " + random.nextInt(2));
        long at = random.nextInt(2) * (1L + random.nextInt(1_000));
        for (int i = random.nextInt(20); i > 0; i--) {
          long end = at + 1 + (random.nextLong() >>> 1 + random.nextInt(20) + 40);
          writer.range(at, end);
          expected.add(producer + ":" + at + "-" + end);
          at = end + 1 + random.nextInt(300);
        }
      }
      assertThat(ranges(AcknowledgedMessages.of(bytes(writer.finish())))).isEqualTo(expected);
    }
  }

  @Test
  void costsNothingWithoutGapsAndLittleWithRandomOnes() throws IOException {
    AcknowledgedWriter whole = new AcknowledgedWriter("0a1b2c3d-1111-2222-3333-444455556666");
    whole.producer("test-topic-0000000-abcdefg");
    whole.range(0, 50_000_000);
    assertThat(bytes(whole.finish()).length).isLessThan(120);

    AcknowledgedWriter gaps = new AcknowledgedWriter("0a1b2c3d-1111-2222-3333-444455556666");
    gaps.producer("test-topic-0000000-abcdefg");
    Random random = new Random(1);
    long from = 0;
    int failures = 0;
    for (long sequence = 0; sequence < 5_000_000; sequence++) {
      if (random.nextInt(100) == 0) {
        failures++;
        if (sequence > from) {
          gaps.range(from, sequence);
        }
        from = sequence + 1;
      }
    }
    gaps.range(from, 5_000_001);
    assertThat((double) bytes(gaps.finish()).length / failures)
        .as("bytes for each failed message")
        .isBetween(0.5, 2.0);
  }

  @Test
  void refusesDamagedContent() throws IOException {
    byte[] content = bytes(small());
    for (int length = 0; length < content.length; length++) {
      byte[] cut = Arrays.copyOf(content, length);
      assertThatThrownBy(() -> AcknowledgedMessages.of(cut))
          .as("first %d bytes", length)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("it ");
    }
    for (int i = 0; i < content.length; i++) {
      byte[] damaged = content.clone();
      damaged[i] ^= 0x55;
      try {
        assertThat(AcknowledgedMessages.of(damaged).producers()).isEqualTo(small().producers());
        assertThat(i).as("only gzip's own header has bytes without meaning").isBetween(9, 15);
      } catch (IOException e) {
        assertThat(e).hasMessageStartingWith("it ");
      }
    }
  }

  @Test
  void refusesANewerVersion() throws IOException {
    byte[] content = bytes(small());
    content[4] = 2;

    assertThatThrownBy(() -> AcknowledgedMessages.of(content))
        .hasMessageContainingAll("version 2", "supported: 1");
  }

  @Test
  void rangesMustAscendWithGaps() {
    AcknowledgedWriter writer = new AcknowledgedWriter("run");
    writer.producer("a");
    writer.range(3, 5);

    assertThatThrownBy(() -> writer.range(5, 6)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> writer.range(4, 9)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> writer.range(7, 7)).isInstanceOf(IllegalArgumentException.class);
  }
}
