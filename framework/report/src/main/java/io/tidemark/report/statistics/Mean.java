package io.tidemark.report.statistics;

import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The geometric mean of the runs of one system.
 *
 * @param logarithm of it
 * @param standardError of the logarithm; NaN for a single run
 */
public record Mean(int runs, double logarithm, double standardError, double degreesOfFreedom) {
  /** With fewer runs an interval says more about chance than about the system. */
  public static final int FEWEST = 3;

  /**
   * From these values alone.
   *
   * @param values at least one, above 0
   */
  public static Mean of(double... values) {
    double mean = DoubleStream.of(values).map(Math::log).average().orElseThrow();
    double squares =
        DoubleStream.of(values).map(value -> Math.pow(Math.log(value) - mean, 2)).sum();
    int degrees = values.length - 1;
    double variance = Math.max(Change.LEAST_VARIANCE, squares / degrees);
    return new Mean(
        values.length,
        mean,
        degrees < 1 ? Double.NaN : Math.sqrt(variance / values.length),
        degrees);
  }

  /** In the unit of the values. */
  public double value() {
    return Math.exp(logarithm);
  }

  /** Whether there is an interval. */
  public boolean hasInterval() {
    return runs >= FEWEST;
  }

  /** Lower end of the interval. */
  public double lowest(double confidence) {
    return Math.exp(logarithm - reach(confidence));
  }

  /** Upper end of the interval. */
  public double highest(double confidence) {
    return Math.exp(logarithm + reach(confidence));
  }

  private double reach(double confidence) {
    return TDistribution.of(degreesOfFreedom).inverseSurvivalProbability((1 - confidence) / 2)
        * standardError;
  }
}
