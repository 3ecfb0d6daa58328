package io.tidemark.http.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;

class LatencyBytesTest {
  private static final Measure FIRST = Measure.PUBLISH_LATENCY;
  private static final Measure SECOND = Measure.END_TO_END;

  private static Map<Measure, LatencyCounts> both(LatencyCounts first, LatencyCounts second) {
    return new EnumMap<>(Map.of(FIRST, first, SECOND, second));
  }

  private static byte[] write(Map<Measure, LatencyCounts> latencies) {
    PackedOutput out = new PackedOutput();
    LatencyBytes.write(latencies, out);
    return out.toBytes();
  }

  private static Map<Measure, LatencyCounts> read(byte[] bytes) throws IOException {
    try (PackedInput in = new PackedInput(bytes)) {
      Map<Measure, LatencyCounts> latencies = LatencyBytes.read(in);
      in.requireEnd();
      return latencies;
    }
  }

  private static byte[] plain(byte[] bytes) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(bytes, 1, bytes.length - 1);
    return bytes[0] == PackedOutput.DEFLATED
        ? new InflaterInputStream(in).readAllBytes()
        : in.readAllBytes();
  }

  private static byte[] deflated(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(PackedOutput.DEFLATED);
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  /** The bytes are part of the protocol: workers of other versions write and read them. */
  @Test
  void aMeasureIsWrittenAsRunsOfEmptyBucketsAndCounts() throws IOException {
    byte[] bytes = plain(write(Map.of(SECOND, new LatencyCounts(5, new int[] {1, 0, 0, 200}))));
    byte[] name = SECOND.name().getBytes(StandardCharsets.US_ASCII);
    assertThat(bytes[0]).as("measures").isEqualTo((byte) 1);
    assertThat(bytes[1]).isEqualTo((byte) name.length);
    assertThat(Arrays.copyOfRange(bytes, 2, 2 + name.length)).isEqualTo(name);
    assertThat(Arrays.copyOfRange(bytes, 2 + name.length, bytes.length))
        .as("alone, first bucket, buckets, 1, two empty ones, 200 in two groups of 7 bits")
        .containsExactly(0, 5, 4, 4, 5, 0xA0, 0x06);
  }

  @Test
  void arriveAsTheyWere() throws IOException {
    Random random = new Random(3);
    for (int round = 0; round < 300; round++) {
      int[] first = new int[1 + random.nextInt(3_000)];
      for (int i = 0; i < first.length; i++) {
        first[i] = random.nextInt(4) > 0 ? 0 : random.nextInt(round % 3 == 0 ? 3 : 100_000) - 1;
      }
      int[] second = first.clone();
      int from = random.nextInt(LatencyHistogram.BUCKETS - first.length);
      int shift = random.nextInt(from + 1) * (round % 2);
      for (int changed = random.nextInt(500); changed > 0; changed--) {
        second[random.nextInt(second.length)] = random.nextInt(3);
      }
      Map<Measure, LatencyCounts> sent =
          both(new LatencyCounts(from, first), new LatencyCounts(from - shift, second));
      assertThat(read(write(sent))).isEqualTo(sent);
    }
  }

  @Test
  void latenciesWithoutASampleArriveAsNone() throws IOException {
    Map<Measure, LatencyCounts> sent =
        both(new LatencyCounts(9, new int[] {3}), new LatencyCounts(0, new int[0]));
    assertThat(read(write(sent))).isEqualTo(sent);
    assertThat(read(write(Map.of()))).isEmpty();
  }

  @Test
  void bytesWithMoreOrLessThanTheyShouldHaveAreRefused() throws IOException {
    byte[] plain = plain(write(Map.of(SECOND, new LatencyCounts(5, new int[] {1, 0, 0, 2}))));
    assertThatThrownBy(() -> read(deflated(Arrays.copyOf(plain, plain.length + 1))))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> read(deflated(Arrays.copyOf(plain, plain.length - 1))))
        .isInstanceOf(IOException.class);
    byte[] damaged = deflated(plain);
    damaged[damaged.length - 1] ^= 1;
    assertThatThrownBy(() -> read(damaged)).isInstanceOf(IOException.class);
  }
}
