package io.tidemark.features.record;

import io.tidemark.model.recorded.RateBins;
import io.tidemark.model.recorded.SizeCounts;
import io.tidemark.model.recorded.TraceHeader;
import io.tidemark.model.recorded.TraceMessage;
import io.tidemark.model.recorded.TraceReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a trace looks like, read once from its beginning to its end with limited memory. */
public final class TraceStatistics {
  private static final int BINS = 24;
  private static final long MILLISECOND = 1_000_000;
  private static final long SECOND = 1_000 * MILLISECOND;

  private final TraceHeader header;
  private final RateBins rates = new RateBins(BINS);
  private final List<CountSeries> series =
      Stream.of(10 * MILLISECOND, 100 * MILLISECOND, SECOND, 10 * SECOND)
          .map(CountSeries::new)
          .toList();
  private final SizeCounts sizes = new SizeCounts();
  private final KeyCounts keys = new KeyCounts();
  private final Map<Integer, Long> partitions = new TreeMap<>();
  private final Map<String, Long> groups = new TreeMap<>();
  private long messages;
  private long lastNanos;
  private double squaresOfGaps;
  private long headers;
  private long headerBytes;

  private TraceStatistics(TraceHeader header) {
    this.header = header;
  }

  /** Reads the rest of a trace. */
  public static TraceStatistics of(TraceReader reader) throws IOException {
    TraceStatistics statistics = new TraceStatistics(reader.header());
    for (Optional<TraceMessage> next = reader.next(); next.isPresent(); next = reader.next()) {
      statistics.add(next.get());
    }
    return statistics;
  }

  private void add(TraceMessage message) {
    double gap = message.offsetNanos() - lastNanos;
    squaresOfGaps += gap * gap;
    lastNanos = message.offsetNanos();
    messages++;
    rates.add(message.offsetNanos());
    series.forEach(each -> each.add(message.offsetNanos()));
    sizes.add(message.sizeBytes());
    if (message.hasKey()) {
      keys.add(message.keyHash());
    }
    partitions.merge(message.partition(), 1L, Long::sum);
    groups.merge(message.group(), 1L, Long::sum);
    headers += message.headers();
    headerBytes += message.headerBytes();
  }

  public TraceHeader header() {
    return header;
  }

  public long messages() {
    return messages;
  }

  /** Returns the time from the first message to the last one. */
  public long lengthNanos() {
    return lastNanos;
  }

  public double ratePerSecond() {
    return messages < 2 || lastNanos == 0 ? 0 : (messages - 1) * (double) SECOND / lastNanos;
  }

  /** Standard deviation of the gaps between messages over their mean. */
  public double gapVariation() {
    if (messages < 2 || lastNanos == 0) {
      return Double.NaN;
    }
    double mean = (double) lastNanos / (messages - 1);
    return Math.sqrt(Math.max(0, squaresOfGaps / (messages - 1) - mean * mean)) / mean;
  }

  public RateBins rates() {
    return rates;
  }

  /** Counts in windows of 10 ms, 100 ms, 1 s and 10 s. */
  public List<CountSeries> series() {
    return series;
  }

  public SizeCounts sizes() {
    return sizes;
  }

  public KeyCounts keys() {
    return keys;
  }

  /** Messages of each partition; -1 for those whose partition is not known. */
  public Map<Integer, Long> partitions() {
    return partitions;
  }

  /** Messages of each class; the empty name is that of messages without one. */
  public Map<String, Long> groups() {
    return groups;
  }

  public double meanHeaders() {
    return messages == 0 ? 0 : (double) headers / messages;
  }

  public double meanHeaderBytes() {
    return messages == 0 ? 0 : (double) headerBytes / messages;
  }

  /**
   * How often each key comes. Keys that are new when {@link #MOST_KEYS} are known are counted
   * together. Not thread-safe.
   */
  public static final class KeyCounts {
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
}
