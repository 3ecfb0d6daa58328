package io.tidemark.measure;

import org.HdrHistogram.Histogram;

/**
 * Counts of latencies in the buckets of an HdrHistogram of 1 ns to 12 h and 3 significant digits,
 * from the shortest to the longest.
 *
 * @param firstBucket number of the first count's bucket
 * @param counts by bucket, unsigned; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record LatencyRange(int firstBucket, int[] counts) {

  /** The histogram that would have recorded the same. */
  public Histogram toHistogram() {
    Histogram histogram = LatencyCounts.newHistogram();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != 0) {
        histogram.recordValueWithCount(
            LatencyCounts.valueAt(firstBucket + i), Integer.toUnsignedLong(counts[i]));
      }
    }
    return histogram;
  }
}
