package io.tidemark.model.worker;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** The one shape of all latency histograms: nanoseconds, 1 ns to 12 h, 3 significant digits. */
public final class LatencyHistogram {
  public static final long HIGHEST_NANOS = TimeUnit.HOURS.toNanos(12);
  public static final int SIGNIFICANT_DIGITS = 3;

  private LatencyHistogram() {}

  /** An empty histogram of that shape. */
  public static Histogram create() {
    return new Histogram(1, HIGHEST_NANOS, SIGNIFICANT_DIGITS);
  }
}
