package io.tidemark.http.protocol;

import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * The latencies of a slice. Of each measure: its name, whether it is encoded as the difference to
 * the previous one, its first bucket, its number of buckets, and their counts: a number of equal
 * buckets n as 2n + 1, another difference d as twice d in zigzag. All numbers are in groups of 7
 * bits, the lowest first. A response is often nearly the same as its latency, so that the
 * difference takes a fraction.
 */
final class LatencyBytes {
  private static final LatencyCounts NOTHING = new LatencyCounts(0, new int[0]);

  private static final int MEASURES = Measure.values().length;

  private LatencyBytes() {}

  static void write(Map<Measure, LatencyCounts> latencies, PackedOutput out) {
    PackedOutput alone = new PackedOutput();
    PackedOutput difference = new PackedOutput();
    LatencyCounts before = NOTHING;
    out.number(latencies.size());
    for (Map.Entry<Measure, LatencyCounts> entry : latencies.entrySet()) {
      byte[] name = entry.getKey().name().getBytes(StandardCharsets.US_ASCII);
      out.number(name.length);
      out.bytes(name, name.length);
      alone.clear();
      difference.clear();
      counts(alone, entry.getValue(), NOTHING);
      counts(difference, entry.getValue(), before);
      boolean asDifference = difference.size() < alone.size();
      out.yes(asDifference);
      out.add(asDifference ? difference : alone);
      before = entry.getValue();
    }
  }

  private static void counts(PackedOutput out, LatencyCounts counts, LatencyCounts base) {
    int size = counts.size();
    int first = size == 0 ? 0 : counts.bucket(0);
    int end = size == 0 ? 0 : counts.bucket(size - 1) + 1;
    out.number(first);
    out.number(end - first);
    int next = first; // Everything before it has been written.
    int ofBase = firstFrom(base, first);
    for (int i = 0; i < size || bucket(base, ofBase) < end; ) {
      int bucket = Math.min(bucket(counts, i), bucket(base, ofBase));
      long off = 0;
      if (bucket(counts, i) == bucket) {
        off += Integer.toUnsignedLong(counts.count(i++));
      }
      if (bucket(base, ofBase) == bucket) {
        off -= Integer.toUnsignedLong(base.count(ofBase++));
      }
      if (off != 0) {
        equal(out, bucket - next);
        out.number(2 * (off << 1 ^ off >> 63));
        next = bucket + 1;
      }
    }
    equal(out, end - next);
  }

  private static void equal(PackedOutput out, int buckets) {
    if (buckets > 0) {
      out.number(2L * buckets + 1);
    }
  }

  /** Position of the first bucket that is not before this one. */
  private static int firstFrom(LatencyCounts counts, int bucket) {
    int at = 0;
    while (bucket(counts, at) < bucket) {
      at++;
    }
    return at;
  }

  /** Behind the last one comes one that no latency can have. */
  private static int bucket(LatencyCounts counts, int at) {
    return at < counts.size() ? counts.bucket(at) : Integer.MAX_VALUE;
  }

  static Map<Measure, LatencyCounts> read(PackedInput in) throws IOException {
    Map<Measure, LatencyCounts> latencies = new EnumMap<>(Measure.class);
    LatencyCounts before = NOTHING;
    for (int left = in.number(MEASURES); left > 0; left--) {
      String name = new String(in.bytes(in.number(100)), StandardCharsets.US_ASCII);
      before = new Counting(in, in.yes() ? before : NOTHING).read();
      latencies.put(Measure.valueOf(name), before);
    }
    return latencies;
  }

  /** Reads the counts of one measure. */
  private static final class Counting {
    private final PackedInput in;
    private final LatencyCounts base;
    private int ofBase;
    private int[] buckets = new int[64];
    private int[] counts = new int[64];
    private int size;

    Counting(PackedInput in, LatencyCounts base) {
      this.in = in;
      this.base = base;
    }

    LatencyCounts read() throws IOException {
      int bucket = in.number(LatencyHistogram.BUCKETS);
      int end = bucket + in.number(LatencyHistogram.BUCKETS - bucket);
      ofBase = firstFrom(base, bucket);
      while (bucket < end) {
        long token = in.number();
        if ((token & 1) == 0) {
          long zigzag = token >>> 1;
          add(bucket, (int) (inBase(bucket) + (zigzag >>> 1 ^ -(zigzag & 1))));
          bucket++;
          continue;
        }
        long equal = token >>> 1;
        if (equal == 0 || equal > end - bucket) {
          throw new IOException("a run of buckets beyond the last");
        }
        bucket += (int) equal;
        while (bucket(base, ofBase) < bucket) {
          add(base.bucket(ofBase), base.count(ofBase));
          ofBase++;
        }
      }
      return LatencyCounts.of(buckets, counts, size);
    }

    private long inBase(int bucket) {
      return bucket(base, ofBase) == bucket ? Integer.toUnsignedLong(base.count(ofBase++)) : 0;
    }

    private void add(int bucket, int count) {
      if (count == 0) {
        return;
      }
      if (size == buckets.length) {
        buckets = Arrays.copyOf(buckets, 2 * size);
        counts = Arrays.copyOf(counts, 2 * size);
      }
      buckets[size] = bucket;
      counts[size++] = count;
    }
  }
}
