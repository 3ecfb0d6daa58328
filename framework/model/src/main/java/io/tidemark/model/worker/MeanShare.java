package io.tidemark.model.worker;

/**
 * The mean of a share over time. Stretches in which it is not known (NaN: too short for a tick of
 * the kernel, or not told by the machine) count for nothing, so that one of them does not hide the
 * others.
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
