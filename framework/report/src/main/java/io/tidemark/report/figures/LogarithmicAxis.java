package io.tidemark.report.figures;

import java.util.stream.DoubleStream;

/** Which values are shown on a logarithmic axis, in all pictures and charts. */
public final class LogarithmicAxis {
  /** If values differ by a larger factor, the small ones look like 0. */
  private static final double FACTOR = 20;

  private LogarithmicAxis() {}

  /** Whether the values need one. */
  public static boolean suits(DoubleStream values) {
    double[] all = values.filter(value -> !Double.isNaN(value)).toArray();
    double lowest = DoubleStream.of(all).min().orElse(0);
    double highest = DoubleStream.of(all).max().orElse(0);
    return lowest > 0 && highest / lowest > FACTOR;
  }
}
