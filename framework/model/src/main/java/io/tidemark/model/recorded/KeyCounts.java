package io.tidemark.model.recorded;

import java.util.HashMap;
import java.util.Map;

/**
 * How often each key comes. Keys that are new when {@link #MOST_KEYS} are known are counted
 * together. Not thread-safe.
 */
public final class KeyCounts {
  static final int MOST_KEYS = 200_000;

  private final Map<Long, long[]> counts = new HashMap<>();
  private long keyed;
  private long others;

  void add(long hash) {
    keyed++;
    long[] known = counts.get(hash);
    if (known != null) {
      known[0]++;
    } else if (counts.size() < MOST_KEYS) {
      counts.put(hash, new long[] {1});
    } else {
      others++;
    }
  }

  /** Messages with a key. */
  public long keyed() {
    return keyed;
  }

  /** Different keys, at most {@link #MOST_KEYS}. */
  public int different() {
    return counts.size();
  }

  /** Whether there were more keys. */
  public boolean more() {
    return others > 0;
  }

  /** Numbers of messages by key, the most frequent first. */
  public long[] byRank() {
    long[] sorted = counts.values().stream().mapToLong(count -> count[0]).sorted().toArray();
    for (int i = 0; i < sorted.length / 2; i++) {
      long low = sorted[i];
      sorted[i] = sorted[sorted.length - 1 - i];
      sorted[sorted.length - 1 - i] = low;
    }
    return sorted;
  }

  /** Share of the messages with a key that have one of the most frequent ones. */
  public double shareOfTop(int keys) {
    long[] ranked = byRank();
    long top = 0;
    for (int i = 0; i < Math.min(keys, ranked.length); i++) {
      top += ranked[i];
    }
    return keyed == 0 ? 0 : (double) top / keyed;
  }

  /**
   * The exponent of Zipf's law that fits the frequent keys best, from logarithms of rank and
   * number; 0 if all keys are equally frequent, or there are too few.
   */
  public double zipfExponent() {
    long[] ranked = byRank();
    int used = 0;
    while (used < ranked.length && ranked[used] >= 10) {
      used++;
    }
    if (used < 5) {
      return 0;
    }
    double sumX = 0;
    double sumY = 0;
    double sumXx = 0;
    double sumXy = 0;
    double weights = 0;
    for (int i = 0; i < used; i++) {
      double x = Math.log(i + 1.0);
      double y = Math.log(ranked[i]);
      double weight = 1.0 / (i + 1); // Ranks are many at the end of a logarithmic scale.
      weights += weight;
      sumX += weight * x;
      sumY += weight * y;
      sumXx += weight * x * x;
      sumXy += weight * x * y;
    }
    double slope = (weights * sumXy - sumX * sumY) / (weights * sumXx - sumX * sumX);
    return Math.max(0, -slope);
  }
}
