package io.tidemark.model.snapshot;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/** The one shape of all latency histograms: nanoseconds, 1 ns to 12 h, 3 significant digits. */
public final class LatencyHistogram {
  public static final long HIGHEST_NANOS = TimeUnit.HOURS.toNanos(12);
  public static final int SIGNIFICANT_DIGITS = 3;

  private static final int HALF_BITS = 10;
  private static final int HALF = 1 << HALF_BITS;
  private static final long LOWEST_MASK = 2 * HALF - 1;

  /** How many buckets HdrHistogram's arithmetic makes of that range. */
  public static final int BUCKETS = bucketOf(HIGHEST_NANOS) + 1;

  private LatencyHistogram() {}

  /** An empty histogram of that shape. */
  public static Histogram create() {
    return new Histogram(1, HIGHEST_NANOS, SIGNIFICANT_DIGITS);
  }

  /** Whether the buckets of a histogram have the same bounds; their number may differ. */
  public static boolean isShapeOf(AbstractHistogram histogram) {
    return histogram.getNumberOfSignificantValueDigits() == SIGNIFICANT_DIGITS
        && histogram.getLowestDiscernibleValue() == 1;
  }

  /** The number of the bucket that a value of the range falls into. */
  public static int bucketOf(long nanos) {
    int exponent = Long.SIZE - HALF_BITS - 1 - Long.numberOfLeadingZeros(nanos | LOWEST_MASK);
    return (exponent << HALF_BITS) + (int) (nanos >>> exponent);
  }

  /** The lowest value of a bucket. */
  public static long lowestNanosOf(int bucket) {
    int exponent = (bucket >> HALF_BITS) - 1;
    return exponent < 0 ? bucket : (long) ((bucket & HALF - 1) + HALF) << exponent;
  }

  /** How many values fall into a bucket. */
  public static long widthNanosOf(int bucket) {
    return 1L << Math.max(0, (bucket >> HALF_BITS) - 1);
  }

  /**
   * A histogram of counts by bucket.
   *
   * @param counts of all buckets
   * @param from the first bucket to look at
   * @param to the first not to look at any more
   */
  public static Histogram of(long[] counts, int from, int to) {
    Histogram histogram = create();
    for (int bucket = from; bucket < to; bucket++) {
      if (counts[bucket] != 0) {
        histogram.recordValueWithCount(lowestNanosOf(bucket), counts[bucket]);
      }
    }
    return histogram;
  }
}
