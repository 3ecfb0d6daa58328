package io.tidemark.report.statistics;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The largest absolute t of several differences from one baseline, which share one estimate of the
 * variance (Dunnett, 1955). Given the errors of the baseline and of the variance the differences
 * are independent, so that two integrals are enough.
 *
 * @param differences at least 1
 * @param correlation of two differences: 1/2 with equally many values on all sides; a lower one
 *     than the true one is careful
 * @param degreesOfFreedom of the estimate of the variance
 */
record Dunnett(int differences, double correlation, double degreesOfFreedom) {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Intervals of Simpson's rule over the estimated standard deviation. */
  private static final int DEVIATIONS = 64;

  /** Intervals over the error of the baseline, to one side: the other one is equal. */
  private static final int ERRORS = 30;

  /** The error of the baseline is integrated this number of standard deviations to each side. */
  private static final double FURTHEST = 6;

  /** The same for the estimated standard deviation. */
  private static final double FURTHEST_DEVIATION = 8;

  /** With one degree of freedom the density at 0 is a limit only. */
  private static final double LEAST_DEVIATION = 1e-9;

  private static final int BISECTIONS = 50;

  /** Chance that any absolute t exceeds {@code t} where there is no difference. */
  double probability(double t) {
    TDistribution single = TDistribution.of(degreesOfFreedom);
    double alone = Math.min(1, 2 * single.survivalProbability(t));
    if (differences == 1) {
      return alone;
    }
    ChiSquaredDistribution variance = ChiSquaredDistribution.of(degreesOfFreedom);
    double reach = FURTHEST_DEVIATION / Math.sqrt(2 * degreesOfFreedom);
    double below =
        integral(
            Math.max(LEAST_DEVIATION, 1 - reach),
            1 + reach,
            DEVIATIONS,
            deviation -> density(variance, deviation) * below(t * deviation));
    // Between the chance of one difference and the sum of all.
    return Math.min(Math.min(1, differences * alone), Math.max(alone, 1 - below));
  }

  /** Returns the density of the estimated standard deviation, in parts of the true one. */
  private double density(ChiSquaredDistribution variance, double deviation) {
    return 2
        * degreesOfFreedom
        * deviation
        * variance.density(degreesOfFreedom * deviation * deviation);
  }

  /** Chance that all differences are within {@code limit} standard errors of a known variance. */
  private double below(double limit) {
    double own = Math.sqrt(1 - correlation);
    double shared = Math.sqrt(correlation);
    return integral(
        0,
        FURTHEST,
        ERRORS,
        z -> {
          double inside =
              NORMAL.cumulativeProbability((limit - shared * z) / own)
                  - NORMAL.cumulativeProbability((-limit - shared * z) / own);
          return 2 * NORMAL.density(z) * Math.pow(inside, differences);
        });
  }

  /** The t that is exceeded with the chance {@code level}. */
  double quantile(double level) {
    TDistribution single = TDistribution.of(degreesOfFreedom);
    double low = single.inverseSurvivalProbability(level / 2);
    double high = single.inverseSurvivalProbability(level / 2 / differences);
    for (int i = 0; i < BISECTIONS && high - low > 1e-9; i++) {
      double middle = (low + high) / 2;
      if (probability(middle) > level) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  private interface Integrand {
    double at(double x);
  }

  /** By Simpson's rule. */
  private static double integral(double from, double to, int intervals, Integrand integrand) {
    double step = (to - from) / intervals;
    double sum = integrand.at(from) + integrand.at(to);
    for (int i = 1; i < intervals; i++) {
      sum += (i % 2 == 1 ? 4 : 2) * integrand.at(from + i * step);
    }
    return sum * step / 3;
  }
}
