package io.tidemark.charts;

/**
 * What several runs of one system measured at the same x. The arrays have the same length; a NaN is
 * a gap. They are shared, not copied: do not change them.
 *
 * @param environment the system
 * @param iterations runs that it is made of
 * @param leftOut runs whose figures may not be used, which it leaves out
 * @param damaged whether the figures of all runs are damaged
 * @param x not decreasing
 * @param low the lowest value of all runs
 * @param middle the median of the runs
 * @param high the highest value of all runs
 */
@SuppressWarnings("ArrayRecordComponent") // Thousands of points; no boxing.
public record Spread(
    String environment,
    int iterations,
    int leftOut,
    boolean damaged,
    double[] x,
    double[] low,
    double[] middle,
    double[] high) {

  /** In the legend. */
  public String label() {
    String of = leftOut == 0 ? "" : " of " + (iterations + leftOut);
    String mark = damaged ? " (damaged)" : "";
    return environment + ", " + iterations + of + " runs" + mark;
  }
}
