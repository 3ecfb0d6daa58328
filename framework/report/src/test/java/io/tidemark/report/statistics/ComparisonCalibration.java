package io.tidemark.report.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * How often {@link Change} is wrong, by simulation of runs with a known difference. {@code main}
 * prints the figures of build/benchmarks/compare/comparisons.csv.
 */
final class ComparisonCalibration {
  /** Values of runs around 1; {@code spread} is the standard deviation of one run. */
  enum Distribution {
    NORMAL(random -> Math.max(0.01, 1 + SPREAD * random.nextGaussian())),
    LOG_NORMAL(random -> Math.exp(SPREAD * random.nextGaussian())),
    /** One run of ten is slower by 30 % and more. */
    OUTLIERS(
        random ->
            Math.exp(SPREAD * random.nextGaussian())
                * (random.nextInt(10) == 0 ? 1.3 + random.nextDouble() : 1));

    private final ToDoubleFunction<Random> value;

    Distribution(ToDoubleFunction<Random> value) {
      this.value = value;
    }

    double[] sample(Random random, int runs, double factor) {
      double[] sample = new double[runs];
      Arrays.setAll(sample, i -> factor * value.applyAsDouble(random));
      return sample;
    }
  }

  /**
   * Shares of simulated comparisons.
   *
   * @param falseAlarms a change was shown where there was none
   * @param familyAlarms any of eight metrics was shown although none changed, after Holm
   * @param coverage the interval contained the true change of 10 %
   * @param power the change of 10 % was shown
   */
  record Result(double falseAlarms, double familyAlarms, double coverage, double power) {}

  static final double LEVEL = 0.05;
  private static final double SPREAD = 0.05;
  private static final double EFFECT = 1.1;
  private static final int METRICS = 8;

  private ComparisonCalibration() {}

  static Result simulate(Distribution distribution, int runs, int comparisons, long seed) {
    Random random = new Random(seed);
    int alarms = 0;
    int families = 0;
    int covered = 0;
    int shown = 0;
    for (int i = 0; i < comparisons; i++) {
      double[] probabilities = new double[METRICS];
      Arrays.setAll(
          probabilities,
          metric ->
              Change.of(distribution.sample(random, runs, 1), distribution.sample(random, runs, 1))
                  .probability());
      alarms += probabilities[0] < LEVEL ? 1 : 0;
      families += Arrays.stream(Holm.adjusted(probabilities)).anyMatch(p -> p < LEVEL) ? 1 : 0;
      Change changed =
          Change.of(
              distribution.sample(random, runs, 1), distribution.sample(random, runs, EFFECT));
      covered +=
          changed.lowest(1 - LEVEL) <= EFFECT - 1 && changed.highest(1 - LEVEL) >= EFFECT - 1
              ? 1
              : 0;
      shown += changed.probability() < LEVEL && changed.logRatio() > 0 ? 1 : 0;
    }
    double all = comparisons;
    return new Result(alarms / all, families / all, covered / all, shown / all);
  }

  /** Number of comparisons. */
  public static void main(String[] args) {
    int comparisons = args.length == 0 ? 100_000 : Integer.parseInt(args[0]);
    System.out.println(
        "| runs of 5 % spread | on each side | false alarms | any of 8 metrics | coverage | power |");
    System.out.println("|---|---|---|---|---|---|");
    for (Distribution distribution : Distribution.values()) {
      for (int runs : List.of(3, 5, 10)) {
        Result result = simulate(distribution, runs, comparisons, 1);
        System.out.printf(
            Locale.ROOT,
            "| %s | %d | %.1f %% | %.1f %% | %.1f %% | %.0f %% |%n",
            distribution.name().toLowerCase(Locale.ROOT).replace('_', '-'),
            runs,
            100 * result.falseAlarms,
            100 * result.familyAlarms,
            100 * result.coverage,
            100 * result.power);
      }
    }
  }
}
