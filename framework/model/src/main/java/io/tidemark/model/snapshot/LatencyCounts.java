package io.tidemark.model.snapshot;

import java.util.Arrays;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * Latencies of an interval: the counts of those buckets of {@link LatencyHistogram} that lie
 * between the shortest and the longest. Small, and quick to add up. Immutable.
 */
public final class LatencyCounts {
  private final int firstBucket;
  private final int[] counts;

  /**
   * @param firstBucket number of the bucket of the first count
   * @param counts by bucket, each as an unsigned number
   */
  public LatencyCounts(int firstBucket, int[] counts) {
    this.firstBucket = firstBucket;
    this.counts = Objects.requireNonNull(counts).clone();
    if (firstBucket < 0 || counts.length > LatencyHistogram.BUCKETS - firstBucket) {
      throw new IllegalArgumentException(
          counts.length + " buckets from " + firstBucket + " exceed the range of latencies");
    }
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

  /** Number of the first bucket. */
  public int firstBucket() {
    return firstBucket;
  }

  /** How many buckets there are from the first to the last. */
  public int buckets() {
    return counts.length;
  }

  /** The count of a bucket, unsigned; {@code at} counts from the first bucket. */
  public int count(int at) {
    return counts[at];
  }

  /** Samples in all buckets. */
  public long totalCount() {
    return Arrays.stream(counts).mapToLong(Integer::toUnsignedLong).sum();
  }

  /** Adds the counts to those of all buckets. */
  public void addTo(long[] sums) {
    // The compiler removes the bounds checks of this loop.
    int[] from = counts;
    int first = firstBucket;
    for (int i = 0; i < from.length; i++) {
      sums[first + i] += from[i] & 0xFFFF_FFFFL;
    }
  }

  /** The histogram that would have recorded the same. */
  public Histogram toHistogram() {
    Histogram histogram = LatencyHistogram.create();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != 0) {
        histogram.recordValueWithCount(
            LatencyHistogram.lowestNanosOf(firstBucket + i), Integer.toUnsignedLong(counts[i]));
      }
    }
    return histogram;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LatencyCounts that
        && that.firstBucket == firstBucket
        && Arrays.equals(that.counts, counts);
  }

  @Override
  public int hashCode() {
    return 31 * firstBucket + Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return "LatencyCounts[" + totalCount() + " in " + counts.length + " buckets]";
  }
}
