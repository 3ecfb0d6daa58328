package io.tidemark.model.snapshot;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Latencies of an interval: the counts of those buckets of {@link LatencyHistogram} that have some.
 * Small, and quick to add up: latencies of a second lie in few of the buckets between the shortest
 * and the longest. Immutable.
 */
public final class LatencyCounts {
  private final int[] buckets; // In ascending order.
  private final int[] counts; // Unsigned, of each bucket; none is 0.

  private LatencyCounts(int[] buckets, int[] counts) {
    this.buckets = buckets;
    this.counts = counts;
  }

  /**
   * @param firstBucket number of the bucket of the first count
   * @param counts of consecutive buckets, each as an unsigned number
   */
  public LatencyCounts(int firstBucket, int[] counts) {
    if (firstBucket < 0 || counts.length > LatencyHistogram.BUCKETS - firstBucket) {
      throw new IllegalArgumentException(
          counts.length + " buckets from " + firstBucket + " exceed the range of latencies");
    }
    int some = 0;
    for (int count : counts) {
      some += count == 0 ? 0 : 1;
    }
    this.buckets = new int[some];
    this.counts = new int[some];
    for (int i = 0, to = 0; to < some; i++) {
      if (counts[i] != 0) {
        this.buckets[to] = firstBucket + i;
        this.counts[to++] = counts[i];
      }
    }
  }

  /**
   * Counts of single buckets.
   *
   * @param buckets in ascending order
   * @param counts of each, as an unsigned number above 0
   * @param size how many elements of both are used
   */
  public static LatencyCounts of(int[] buckets, int[] counts, int size) {
    int before = -1;
    for (int i = 0; i < size; i++) {
      if (buckets[i] <= before || buckets[i] >= LatencyHistogram.BUCKETS || counts[i] == 0) {
        throw new IllegalArgumentException(
            "bucket " + buckets[i] + " after " + before + " with count " + counts[i]);
      }
      before = buckets[i];
    }
    return new LatencyCounts(Arrays.copyOf(buckets, size), Arrays.copyOf(counts, size));
  }

  /** The counts of a histogram of the one shape; every bucket must have fewer than 2^32. */
  public static LatencyCounts of(Histogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return new LatencyCounts(0, new int[0]);
    }
    int first = LatencyHistogram.bucketOf(histogram.getMinValue());
    int[] counts = new int[LatencyHistogram.bucketOf(histogram.getMaxValue()) - first + 1];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = (int) histogram.getCountAtValue(LatencyHistogram.lowestNanosOf(first + i));
    }
    return new LatencyCounts(first, counts);
  }

  /** How many buckets have samples. */
  public int size() {
    return buckets.length;
  }

  /** Number of the bucket at a position, from 0 to below {@link #size}; in ascending order. */
  public int bucket(int at) {
    return buckets[at];
  }

  /** The count of the bucket at a position, unsigned. */
  public int count(int at) {
    return counts[at];
  }

  /** Samples in all buckets. */
  public long totalCount() {
    return Arrays.stream(counts).mapToLong(Integer::toUnsignedLong).sum();
  }

  /** Adds the counts to those of all buckets. */
  public void addTo(long[] sums) {
    for (int i = 0; i < buckets.length; i++) {
      sums[buckets[i]] += counts[i] & 0xFFFF_FFFFL;
    }
  }

  /** The histogram that would have recorded the same. */
  public Histogram toHistogram() {
    Histogram histogram = LatencyHistogram.create();
    for (int i = 0; i < buckets.length; i++) {
      histogram.recordValueWithCount(
          LatencyHistogram.lowestNanosOf(buckets[i]), Integer.toUnsignedLong(counts[i]));
    }
    return histogram;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LatencyCounts that
        && Arrays.equals(that.buckets, buckets)
        && Arrays.equals(that.counts, counts);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(buckets) + Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return "LatencyCounts[" + totalCount() + " in " + buckets.length + " buckets]";
  }
}
