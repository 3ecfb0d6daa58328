package io.tidemark.model.recorded;

import java.util.Map;
import java.util.TreeMap;

/**
 * How often each size comes. From {@link #MOST_EXACT} different sizes on, sizes are rounded down by
 * less than 1.6 %, so that memory stays small. Not thread-safe.
 */
public final class SizeCounts {
  static final int MOST_EXACT = 4096;
  private static final int KEPT_BITS = 7;

  private TreeMap<Integer, Long> counts = new TreeMap<>();
  private boolean rounded;
  private long all;
  private long bytes;
  private int largest;

  /** Counts a size. */
  public void add(int size) {
    all++;
    bytes += size;
    largest = Math.max(largest, size);
    counts.merge(rounded ? rounded(size) : size, 1L, Long::sum);
    if (!rounded && counts.size() > MOST_EXACT) {
      rounded = true;
      TreeMap<Integer, Long> exact = counts;
      counts = new TreeMap<>();
      exact.forEach((each, count) -> counts.merge(rounded(each), count, Long::sum));
    }
  }

  private static int rounded(int size) {
    int shift = Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(size) - KEPT_BITS);
    return size >> shift << shift;
  }

  public long bytes() {
    return bytes;
  }

  public int largest() {
    return largest;
  }

  public double mean() {
    return all == 0 ? 0 : (double) bytes / all;
  }

  /** Sizes, from the smallest, with their numbers. */
  public Map<Integer, Long> counts() {
    return counts;
  }

  /** The size that a share of all messages does not exceed. */
  public int quantile(double share) {
    long wanted = (long) Math.ceil(share * all);
    long below = 0;
    for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
      below += entry.getValue();
      if (below >= wanted) {
        return entry.getKey();
      }
    }
    return largest;
  }
}
