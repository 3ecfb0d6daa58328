package io.tidemark.model.recorded;

import io.tidemark.model.load.CurveKeys.CurvePoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers of messages over time, in bins of equal length that become longer with the trace. Not
 * thread-safe.
 */
public final class RateBins {
  private static final long FIRST_NANOS = 100_000_000;
  private static final double NANOS = 1e9;

  private final long[] counts;
  private long binNanos = FIRST_NANOS;
  private int used;

  /**
   * @param most number of bins, even
   */
  public RateBins(int most) {
    counts = new long[most];
  }

  /** Adds a message; offsets need no order. */
  public void add(long offsetNanos) {
    while (offsetNanos / binNanos >= counts.length) {
      halve();
    }
    int bin = (int) (offsetNanos / binNanos);
    counts[bin]++;
    used = Math.max(used, bin + 1);
  }

  /** Takes a message out again; the bins stay as long as they are. */
  public void remove(long offsetNanos) {
    counts[(int) (offsetNanos / binNanos)]--;
  }

  private void halve() {
    for (int i = 0; i < counts.length / 2; i++) {
      counts[i] = counts[2 * i] + counts[2 * i + 1];
    }
    Arrays.fill(counts, counts.length / 2, counts.length, 0);
    used = (used + 1) / 2;
    binNanos *= 2;
  }

  public long binNanos() {
    return binNanos;
  }

  /** Messages of each bin. */
  public long[] counts() {
    return Arrays.copyOf(counts, used);
  }

  /**
   * The rate as steps, with the same number of messages in each bin.
   *
   * @param endNanos of the last bin, which may be shorter
   */
  public List<CurvePoint> steps(long endNanos) {
    List<CurvePoint> points = new ArrayList<>();
    for (int i = 0; i < used && i * binNanos < endNanos; i++) {
      long from = i * binNanos;
      long to = Math.min(endNanos, from + binNanos);
      double rate = counts[i] * NANOS / (to - from);
      boolean same =
          points.size() > 1 && points.get(points.size() - 1).rate() == rate; // Continues.
      if (same) {
        points.remove(points.size() - 1);
      } else {
        points.add(CurvePoint.of(Duration.ofNanos(from), rate));
      }
      points.add(CurvePoint.of(Duration.ofNanos(to), rate));
    }
    return points;
  }
}
