package io.tidemark.features.record;

/**
 * Numbers of messages in consecutive windows, as their mean and index of dispersion. Not
 * thread-safe.
 */
public final class CountSeries {
  private final long windowNanos;
  private long window;
  private long inWindow;
  private long before = -1;
  private long windows;
  private double sum;
  private double sumOfSquares;
  private double sumOfSteps;

  CountSeries(long windowNanos) {
    this.windowNanos = windowNanos;
  }

  void add(long offsetNanos) {
    long now = offsetNanos / windowNanos;
    if (now != window) {
      end(inWindow);
      if (now > window + 1) {
        end(0);
        windows += now - window - 2; // Without messages, as the one before each of them.
      }
      window = now;
      inWindow = 0;
    }
    inWindow++;
  }

  private void end(long count) {
    windows++;
    sum += count;
    sumOfSquares += (double) count * count;
    if (before >= 0) {
      sumOfSteps += (double) (count - before) * (count - before);
    }
    before = count;
  }

  public long windowNanos() {
    return windowNanos;
  }

  /** Complete windows: the last one, which the end of the trace cuts, is left out. */
  public long windows() {
    return windows;
  }

  /**
   * Index of dispersion: variance over mean. 1 for independent messages at a constant rate, 0 for
   * equal gaps.
   */
  public double dispersion() {
    double mean = sum / windows;
    return windows < 2 || sum == 0
        ? Double.NaN
        : Math.max(0, (sumOfSquares / windows - mean * mean) / mean);
  }

  /** The same from differences of neighbours, in which slow changes of the rate do not count. */
  public double localDispersion() {
    return windows < 2 || sum == 0 ? Double.NaN : sumOfSteps / (windows - 1) / 2 / (sum / windows);
  }
}
