package io.tidemark.history.trend;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The values of a level, and where the next ones are expected: a prediction interval on logarithms.
 *
 * @param runs how many values
 * @param mean geometric
 * @param deviation standard deviation of the logarithms
 */
public record Band(int runs, double mean, double deviation) {
  /** Share of single runs that are expected within the interval. */
  public static final double CONFIDENCE = 0.99;

  /** Values have three digits: equal ones do not prove that the next one is equal. */
  private static final double LEAST_DEVIATION = 0.001;

  public static Band of(double[] values) {
    double[] logarithms = Arrays.stream(values).map(Math::log).toArray();
    double mean = Arrays.stream(logarithms).average().orElse(Double.NaN);
    double squares = Arrays.stream(logarithms).map(x -> (x - mean) * (x - mean)).sum();
    double deviation = values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : Double.NaN;
    return new Band(values.length, Math.exp(mean), Math.max(LEAST_DEVIATION, deviation));
  }

  /**
   * The lowest expected mean of further runs; NaN if there are fewer than two values.
   *
   * @param others how many further runs
   */
  public double lowest(int others) {
    return mean * Math.exp(-reach(others));
  }

  /** The highest expected mean of further runs. */
  public double highest(int others) {
    return mean * Math.exp(reach(others));
  }

  private double reach(int others) {
    return runs < 2
        ? Double.NaN
        : TDistribution.of(runs - 1).inverseSurvivalProbability((1 - CONFIDENCE) / 2)
            * deviation
            * Math.sqrt(1.0 / others + 1.0 / runs);
  }
}
