package io.tidemark.measure;

import io.tidemark.model.snapshot.LatencyCounts;
import io.tidemark.model.snapshot.LatencyHistogram;
import java.util.Arrays;
import java.util.List;

/**
 * Records into the buckets of a {@link LatencyHistogram}; smaller and faster than a histogram,
 * because an interval's counts have 32 bits (4 billion) and memory is allocated on demand. The
 * buckets are the same, so the precision is, too. Not thread-safe.
 */
final class LatencyBuckets {
  /** Number of buckets per allocation; a power of two. */
  private static final int STEP = 1024;

  /** The counts share no cache lines with the objects before and after them. */
  private static final int MARGIN = 32;

  /** Only buckets used so far: latencies of a run use a part of the range. */
  private int[] counts = {};

  /** The bucket that would be the first of {@link #counts}. */
  private int offset;

  private int lowest = LatencyHistogram.BUCKETS;
  private int highest = -1;

  /** Records a value; the caller limits it to the range. */
  void record(long nanos) {
    record(nanos, 1);
  }

  /** Records a value several times; the caller limits it to the range. */
  void record(long nanos, int times) {
    add(LatencyHistogram.bucketOf(nanos), times);
  }

  /**
   * Records the values of an array that are in the range.
   *
   * @param at the first of them
   * @param distance of the next
   * @return how many were outside the range, and are not recorded
   */
  int record(long[] values, int at, int distance, int count) {
    int outside = 0;
    int end = at + count * distance;
    for (int i = at; i < end; i += distance) {
      long nanos = values[i];
      if (isOutside(nanos)) {
        outside++;
        continue;
      }
      add(LatencyHistogram.bucketOf(nanos), 1);
    }
    return outside;
  }

  /** {@link #record(long[], int, int, int)} of the same values here and in others. */
  int recordWith(LatencyBuckets other, long[] values, int at, int distance, int count) {
    int outside = 0;
    int end = at + count * distance;
    for (int i = at; i < end; i += distance) {
      long nanos = values[i];
      if (isOutside(nanos)) {
        outside++;
        continue;
      }
      int index = LatencyHistogram.bucketOf(nanos);
      add(index, 1);
      other.add(index, 1);
    }
    return outside;
  }

  private void add(int index, int times) {
    if (index < lowest || index > highest) {
      reach(index);
    }
    counts[index - offset] += times;
  }

  private static boolean isOutside(long nanos) {
    return Long.compareUnsigned(nanos, LatencyHistogram.HIGHEST_NANOS) > 0;
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
  static LatencyCounts merge(List<LatencyBuckets> parts) {
    int from = parts.stream().mapToInt(part -> part.lowest).min().orElse(0);
    int to = parts.stream().mapToInt(part -> part.highest).max().orElse(-1) + 1;
    int[] sums = new int[to - from];
    for (LatencyBuckets part : parts) {
      for (int i = part.lowest; i <= part.highest; i++) {
        sums[i - from] += part.counts[i - part.offset];
      }
    }
    return new LatencyCounts(from, sums);
  }

  void clear() {
    if (highest >= 0) {
      Arrays.fill(counts, lowest - offset, highest + 1 - offset, 0);
      lowest = LatencyHistogram.BUCKETS;
      highest = -1;
    }
  }
}
