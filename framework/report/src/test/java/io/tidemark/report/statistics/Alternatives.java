package io.tidemark.report.statistics;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Other methods than {@link Change}, for docs/decisions/README.md. Both sides have equally many
 * runs.
 */
enum Alternatives implements ComparisonCalibration.Method {
  /** Yuen's t of means without a fifth of the values at each end, on logarithms. */
  YUEN {
    @Override
    public ComparisonCalibration.Interval of(double[] baseline, double[] values) {
      double[] before = sortedLogarithms(baseline);
      double[] after = sortedLogarithms(values);
      int cut = before.length / 5;
      int left = before.length - 2 * cut;
      double error = Math.sqrt(squaredError(before, cut, left) + squaredError(after, cut, left));
      double degrees = degrees(squaredError(before, cut, left), squaredError(after, cut, left));
      TDistribution t = TDistribution.of(degrees * (left - 1));
      double change = mean(inner(after, cut)) - mean(inner(before, cut));
      double reach = t.inverseSurvivalProbability(ComparisonCalibration.LEVEL / 2) * error;
      return new ComparisonCalibration.Interval(
          change - reach, change + reach, 2 * t.survivalProbability(Math.abs(change) / error));
    }
  },
  /** Mann and Whitney's test, with the interval of Hodges and Lehmann. */
  RANKS {
    @Override
    public ComparisonCalibration.Interval of(double[] baseline, double[] values) {
      int runs = baseline.length;
      double[] differences =
          DoubleStream.of(values)
              .flatMap(value -> DoubleStream.of(baseline).map(other -> Math.log(value / other)))
              .sorted()
              .toArray();
      double[] cumulative = cumulative(runs);
      int above = (int) DoubleStream.of(differences).filter(each -> each > 0).count();
      double probability = Math.min(1, 2 * cumulative[Math.min(above, runs * runs - above)]);
      int outside = 0;
      while (2 * cumulative[outside] < ComparisonCalibration.LEVEL) {
        outside++;
      }
      return outside == 0
          ? new ComparisonCalibration.Interval(-Double.MAX_VALUE, Double.MAX_VALUE, probability)
          : new ComparisonCalibration.Interval(
              differences[outside - 1], differences[runs * runs - outside], probability);
    }
  };

  private static double[] sortedLogarithms(double[] values) {
    return DoubleStream.of(values).map(Math::log).sorted().toArray();
  }

  private static double[] inner(double[] sorted, int cut) {
    return Arrays.copyOfRange(sorted, cut, sorted.length - cut);
  }

  private static double mean(double[] values) {
    return DoubleStream.of(values).average().orElseThrow();
  }

  /** From the values with the ends replaced by those next to them. */
  private static double squaredError(double[] sorted, int cut, int left) {
    double[] replaced = sorted.clone();
    Arrays.fill(replaced, 0, cut, sorted[cut]);
    Arrays.fill(replaced, sorted.length - cut, sorted.length, sorted[sorted.length - 1 - cut]);
    double mean = mean(replaced);
    double sum = DoubleStream.of(replaced).map(value -> (value - mean) * (value - mean)).sum();
    return sum / (left * (left - 1.0));
  }

  /** Relative to those of one side. */
  private static double degrees(double before, double after) {
    return (before + after) * (before + after) / (before * before + after * after);
  }

  /** Chance of each number of pairs, or fewer, whose second value is higher; none if equal. */
  private static double[] cumulative(int runs) {
    double[][][] ways = new double[runs + 1][runs + 1][runs * runs + 1];
    for (int i = 0; i <= runs; i++) {
      for (int j = 0; j <= runs; j++) {
        for (int pairs = 0; pairs <= i * j; pairs++) {
          boolean end = i == 0 || j == 0;
          double before = !end && pairs >= j ? ways[i - 1][j][pairs - j] : 0;
          ways[i][j][pairs] = end ? 1 : before + ways[i][j - 1][pairs];
        }
      }
    }
    double[] cumulative = ways[runs][runs].clone();
    Arrays.parallelPrefix(cumulative, Double::sum);
    double all = cumulative[cumulative.length - 1];
    return DoubleStream.of(cumulative).map(count -> count / all).toArray();
  }
}
