package io.tidemark.measure;

import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Counts in the buckets of an HdrHistogram of 1 ns to 12 h and 3 significant digits; smaller and
 * quicker to record into, because an interval's counts fit into 32 bits (4 billion) and room is
 * made when it is needed. The same buckets, so nothing is lost. Not thread-safe.
 */
final class LatencyCounts {
  static final long HIGHEST_NANOS = 12L * 3600 * 1_000_000_000L;
  static final int SIGNIFICANT_DIGITS = 3;

  private static final int HALF_BUCKET_BITS = 10;
  private static final int HALF_BUCKET = 1 << HALF_BUCKET_BITS;
  private static final long SUB_BUCKET_MASK = 2 * HALF_BUCKET - 1;
  private static final int LEADING_ZEROS_BASE = Long.SIZE - HALF_BUCKET_BITS - 1;
  private static final int LENGTH = indexOf(HIGHEST_NANOS) + 1;

  /** Room is made for so many buckets at a time; a power of two. */
  private static final int STEP = HALF_BUCKET;

  /** The counts share no cache lines with the objects before and after them. */
  private static final int MARGIN = 32;

  /** Only of the buckets that were needed so far: latencies of a run use a part of the range. */
  private int[] counts = {};

  /** The bucket that would be the first of {@link #counts}. */
  private int offset;

  private int lowest = LENGTH;
  private int highest = -1;

  /** Records a value of the range; the caller has saturated it. */
  void record(long nanos) {
    int index = indexOf(nanos);
    if (index < lowest || index > highest) {
      reach(index);
    }
    counts[index - offset]++;
  }

  private void reach(int index) {
    int neededFrom = (index & -STEP) - MARGIN;
    int neededTo = neededFrom + MARGIN + STEP + MARGIN;
    if (counts.length == 0) {
      offset = neededFrom;
    }
    int from = Math.min(offset, neededFrom);
    int to = Math.max(offset + counts.length, neededTo);
    if (to - from > counts.length) {
      int[] wider = new int[to - from];
      System.arraycopy(counts, 0, wider, offset - from, counts.length);
      counts = wider;
      offset = from;
    }
    lowest = Math.min(lowest, index);
    highest = Math.max(highest, index);
  }

  boolean isEmpty() {
    return highest < 0;
  }

  /** The sum of several, of which each holds something. */
  static LatencyRange merge(List<LatencyCounts> parts) {
    int from = parts.stream().mapToInt(part -> part.lowest).min().orElse(0);
    int to = parts.stream().mapToInt(part -> part.highest).max().orElse(-1) + 1;
    int[] sums = new int[to - from];
    for (LatencyCounts part : parts) {
      for (int i = part.lowest; i <= part.highest; i++) {
        sums[i - from] += part.counts[i - part.offset];
      }
    }
    return new LatencyRange(from, sums);
  }

  void clear() {
    if (highest >= 0) {
      Arrays.fill(counts, lowest - offset, highest + 1 - offset, 0);
      lowest = LENGTH;
      highest = -1;
    }
  }

  static Histogram newHistogram() {
    return new Histogram(1, HIGHEST_NANOS, SIGNIFICANT_DIGITS);
  }

  static int indexOf(long nanos) {
    int bucket = LEADING_ZEROS_BASE - Long.numberOfLeadingZeros(nanos | SUB_BUCKET_MASK);
    int subBucket = (int) (nanos >>> bucket);
    return (bucket << HALF_BUCKET_BITS) + subBucket;
  }

  /** The lowest value of a bucket. */
  static long valueAt(int index) {
    int bucket = (index >> HALF_BUCKET_BITS) - 1;
    int subBucket = (index & HALF_BUCKET - 1) + HALF_BUCKET;
    if (bucket < 0) {
      return subBucket - HALF_BUCKET;
    }
    return (long) subBucket << bucket;
  }
}
