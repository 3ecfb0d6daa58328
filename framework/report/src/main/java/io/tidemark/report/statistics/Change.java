package io.tidemark.report.statistics;

import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The change from a baseline to other runs: one positive value per run, compared by a t on
 * logarithms: Welch's for two samples, or that of a {@link BlockModel}. Rates and latencies are
 * skewed and differ by factors, and a few runs are not enough for a rank test: three against three
 * can never be significant at 5 %.
 *
 * @param baselineRuns at least 2
 * @param runs at least 2
 * @param logRatio logarithm of the ratio of the geometric means, runs over baseline
 * @param standardError of it
 * @param deviation standard deviation of the logarithms within either side, as one figure
 * @param degreesOfFreedom of the standard error
 * @param degreesPerRun of a variance that n runs of each system give, for each of n - 1 runs
 */
public record Change(
    int baselineRuns,
    int runs,
    double logRatio,
    double standardError,
    double deviation,
    double degreesOfFreedom,
    int degreesPerRun) {
  /** The usual chance to show an effect that is there. */
  private static final double POWER = 0.8;

  /**
   * Variance by the resolution of a value: histograms have three significant digits. Without it
   * equal figures of two runs would prove that the next one is equal, too.
   */
  static final double LEAST_VARIANCE = 0.001 * 0.001 / 12;

  private static final int MOST_RUNS = 1_000;

  /**
   * @param baseline values above 0, one of each run
   * @param values as {@code baseline}
   */
  public static Change of(double[] baseline, double[] values) {
    if (baseline.length < 2 || values.length < 2) {
      throw new IllegalArgumentException("a change needs two values on each side");
    }
    double[] before = logarithms(baseline);
    double[] after = logarithms(values);
    double ofBefore = variance(before) / before.length;
    double ofAfter = variance(after) / after.length;
    double both = ofBefore + ofAfter;
    double degrees =
        both
            * both
            / (ofBefore * ofBefore / (before.length - 1) + ofAfter * ofAfter / (after.length - 1));
    return new Change(
        before.length,
        after.length,
        mean(after) - mean(before),
        Math.sqrt(both),
        Math.sqrt((variance(before) + variance(after)) / 2),
        degrees,
        2);
  }

  private static double[] logarithms(double[] values) {
    return DoubleStream.of(values).map(Math::log).toArray();
  }

  private static double mean(double[] values) {
    return DoubleStream.of(values).average().orElseThrow();
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    double sum = DoubleStream.of(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.max(LEAST_VARIANCE, sum / (values.length - 1));
  }

  /** Lower end of the interval of the change, as a share: 0.041 for 4.1 % more. */
  public double lowest(double confidence) {
    return Math.expm1(logRatio - quantile(1 - confidence, degreesOfFreedom) * standardError);
  }

  /** Upper end of the interval of the change. */
  public double highest(double confidence) {
    return Math.expm1(logRatio + quantile(1 - confidence, degreesOfFreedom) * standardError);
  }

  /** Chance of a difference at least as large if there is none; of both signs. */
  public double probability() {
    double t = Math.abs(logRatio) / standardError;
    return Math.min(1, 2 * TDistribution.of(degreesOfFreedom).survivalProbability(t));
  }

  /**
   * The least increase that these runs show in four of five cases.
   *
   * @param level of significance at which the change is tested
   */
  public double detectable(double level) {
    return Math.expm1(reach(level, degreesOfFreedom) * standardError);
  }

  /**
   * Runs on each side that show an increase in four of five cases; empty for more than {@value
   * #MOST_RUNS}.
   *
   * @param level of significance at which the change is tested
   * @param relative the increase, 0.05 for 5 %
   */
  public OptionalInt runsToShow(double relative, double level) {
    for (int n = 2; n <= MOST_RUNS; n++) {
      if (reach(level, degreesPerRun * (n - 1.0)) * deviation * Math.sqrt(2.0 / n)
          <= Math.log1p(relative)) {
        return OptionalInt.of(n);
      }
    }
    return OptionalInt.empty();
  }

  /** In standard errors. */
  private static double reach(double level, double degrees) {
    return quantile(level, degrees) + TDistribution.of(degrees).inverseCumulativeProbability(POWER);
  }

  /**
   * Standard errors on each side of an estimate that are exceeded with the chance {@code level}.
   */
  private static double quantile(double level, double degrees) {
    return TDistribution.of(degrees).inverseSurvivalProbability(level / 2);
  }
}
