package io.tidemark.http.protocol;

import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The latencies of a slice as deflated bytes. Of each measure: its name, whether it is encoded as
 * the difference to the previous one, its first bucket, its number of buckets, and their counts: a
 * number of equal buckets n as 2n + 1, another difference d as twice d in zigzag. All numbers are
 * in groups of 7 bits, the lowest first. A response is often nearly the same as its latency, so
 * that the difference takes a fraction.
 */
final class LatencyBytes {
  private LatencyBytes() {}

  static byte[] write(Map<Measure, LatencyCounts> latencies) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater();
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
      LatencyCounts before = null;
      write(out, latencies.size());
      for (Map.Entry<Measure, LatencyCounts> entry : latencies.entrySet()) {
        byte[] name = entry.getKey().name().getBytes(StandardCharsets.US_ASCII);
        write(out, name.length);
        out.write(name);
        byte[] alone = counts(entry.getValue(), null);
        byte[] difference = before == null ? alone : counts(entry.getValue(), before);
        boolean asDifference = difference.length < alone.length;
        write(out, asDifference ? 1 : 0);
        out.write(asDifference ? difference : alone);
        before = entry.getValue();
      }
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  private static byte[] counts(LatencyCounts counts, @Nullable LatencyCounts base)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(out, counts.firstBucket());
    write(out, counts.buckets());
    long equal = 0;
    for (int i = 0; i < counts.buckets(); i++) {
      long off = Integer.toUnsignedLong(counts.count(i)) - in(base, counts.firstBucket() + i);
      if (off == 0) {
        equal++;
        continue;
      }
      if (equal > 0) {
        write(out, 2 * equal + 1);
        equal = 0;
      }
      write(out, 2 * (off << 1 ^ off >> 63));
    }
    if (equal > 0) {
      write(out, 2 * equal + 1);
    }
    return out.toByteArray();
  }

  private static long in(@Nullable LatencyCounts base, int bucket) {
    if (base == null) {
      return 0;
    }
    int at = bucket - base.firstBucket();
    return at < 0 || at >= base.buckets() ? 0 : Integer.toUnsignedLong(base.count(at));
  }

  private static void write(OutputStream out, long value) throws IOException {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  static Map<Measure, LatencyCounts> read(byte[] bytes) throws IOException {
    Map<Measure, LatencyCounts> latencies = new EnumMap<>(Measure.class);
    try (DataInputStream in =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
      LatencyCounts before = null;
      for (int left = number(in, Measure.values().length); left > 0; left--) {
        byte[] name = new byte[number(in, 100)];
        in.readFully(name);
        Measure measure = Measure.valueOf(new String(name, StandardCharsets.US_ASCII));
        before = counts(in, number(in, 1) == 1 ? before : null);
        latencies.put(measure, before);
      }
    } catch (RuntimeException e) {
      throw new IOException("not latencies", e);
    }
    return latencies;
  }

  private static LatencyCounts counts(InputStream in, @Nullable LatencyCounts base)
      throws IOException {
    int first = number(in, LatencyHistogram.BUCKETS);
    int[] counts = new int[number(in, LatencyHistogram.BUCKETS - first)];
    for (int i = 0; i < counts.length; ) {
      long token = read(in);
      if ((token & 1) == 0) {
        long zigzag = token >>> 1;
        counts[i] = (int) (in(base, first + i) + (zigzag >>> 1 ^ -(zigzag & 1)));
        i++;
        continue;
      }
      long equal = token >>> 1;
      if (equal == 0 || equal > counts.length - i) {
        throw new IOException("a run of buckets beyond the last");
      }
      for (long end = i + equal; i < end; i++) {
        counts[i] = (int) in(base, first + i);
      }
    }
    return new LatencyCounts(first, counts);
  }

  private static int number(InputStream in, int most) throws IOException {
    long value = read(in);
    if (value < 0 || value > most) {
      throw new IOException("got " + value + ", at most " + most + " is possible");
    }
    return (int) value;
  }

  private static long read(InputStream in) throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("cut off");
      }
      value |= (next & 0x7FL) << shift;
      if ((next & 0x80) == 0) {
        return value;
      }
    }
    throw new IOException("a number of more than 64 bits");
  }
}
