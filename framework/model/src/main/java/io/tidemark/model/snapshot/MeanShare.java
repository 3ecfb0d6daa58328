package io.tidemark.model.snapshot;

/**
 * The mean of a share over time. Intervals with an unknown value (NaN: too short for a tick of the
 * kernel, or not exposed by the host) are ignored.
 */
public final class MeanShare {
  private double weighted;
  private double knownNanos;

  public void add(double share, double nanos) {
    if (!Double.isNaN(share) && nanos > 0) {
      weighted += share * nanos;
      knownNanos += nanos;
    }
  }

  public void add(MeanShare other) {
    weighted += other.weighted;
    knownNanos += other.knownNanos;
  }

  /** NaN when it was never known. */
  public double mean() {
    return knownNanos == 0 ? Double.NaN : weighted / knownNanos;
  }
}
