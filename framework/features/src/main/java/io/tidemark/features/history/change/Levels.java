package io.tidemark.features.history.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Cuts a series where its mean changes: E-divisive means with Student's t-test in overlapping
 * windows, and then the removal of the weakest cuts, as Fleming and others describe it (Hunter:
 * Using Change Point Detection to Hunt for Performance Regressions, 2023). Deterministic.
 */
public final class Levels {
  private final double[] values;
  private final ChangeRule rule;
  private final Comparison comparison;

  /** How two neighbouring levels are compared. */
  interface Comparison {
    /** The chance of a difference at least as large if there is none. */
    double probability(double[] left, double[] right);

    /** How large the change from one mean to another is, as a share. */
    double size(double before, double after);
  }

  private record Test(double probability, double size) {}

  private Levels(double[] values, ChangeRule rule, Comparison comparison) {
    this.values = values;
    this.rule = rule;
    this.comparison = comparison;
  }

  /** The indexes of the first values of new levels, ascending. */
  static List<Integer> cuts(double[] values, ChangeRule rule, Comparison comparison) {
    Levels levels = new Levels(values, rule, comparison);
    return levels.strongest(levels.candidates());
  }

  private List<Integer> candidates() {
    List<Integer> all = new ArrayList<>();
    int step = rule.window() / 2;
    int start = 0;
    while (start < values.length) {
      int end = Math.min(start + rule.window(), values.length);
      List<Integer> found = within(start, end);
      found.stream().filter(cut -> !all.contains(cut)).forEach(all::add);
      int last = found.isEmpty() ? 0 : found.get(found.size() - 1);
      start = Math.max(last, start + step);
    }
    all.sort(Comparator.naturalOrder());
    return all;
  }

  /** Cuts a window, most different sides first, until a cut is not significant. */
  private List<Integer> within(int start, int end) {
    List<Integer> cuts = new ArrayList<>();
    List<EnergyDistance.Cut> best = new ArrayList<>();
    addBest(best, start, end);
    while (!best.isEmpty()) {
      EnergyDistance.Cut next =
          best.stream().max(Comparator.comparingDouble(EnergyDistance.Cut::distance)).orElseThrow();
      int from = cuts.stream().filter(cut -> cut <= next.index()).reduce(start, Math::max);
      int to = cuts.stream().filter(cut -> cut > next.index()).reduce(end, Math::min);
      if (test(from, next.index(), to).probability > rule.firstLevel()) {
        break;
      }
      best.remove(next);
      cuts.add(next.index());
      addBest(best, from, next.index());
      addBest(best, next.index(), to);
    }
    cuts.sort(Comparator.naturalOrder());
    return cuts;
  }

  private void addBest(List<EnergyDistance.Cut> best, int from, int to) {
    if (to - from > 1) {
      best.add(EnergyDistance.best(values, from, to));
    }
  }

  /** Removes the weakest cut until all are significant and large enough. */
  private List<Integer> strongest(List<Integer> candidates) {
    List<Integer> cuts = new ArrayList<>(candidates);
    while (!cuts.isEmpty()) {
      List<Test> tests = tests(cuts);
      int weakest = indexOfMost(tests.stream().mapToDouble(Test::probability).toArray());
      if (tests.get(weakest).probability < rule.level()) {
        weakest = indexOfMost(tests.stream().mapToDouble(test -> -test.size).toArray());
        if (tests.get(weakest).size > rule.leastChange()) {
          break;
        }
      }
      cuts.remove(weakest);
    }
    return cuts;
  }

  private static int indexOfMost(double[] numbers) {
    int most = 0;
    for (int i = 1; i < numbers.length; i++) {
      most = numbers[i] > numbers[most] ? i : most;
    }
    return most;
  }

  private List<Test> tests(List<Integer> cuts) {
    List<Test> tests = new ArrayList<>();
    for (int i = 0; i < cuts.size(); i++) {
      int from = i == 0 ? 0 : cuts.get(i - 1);
      int to = i == cuts.size() - 1 ? values.length : cuts.get(i + 1);
      int cut = cuts.get(i);
      boolean tooFew = Math.min(cut - from, to - cut) < rule.leastRuns();
      tests.add(tooFew ? new Test(1, 0) : test(from, cut, to));
    }
    return tests;
  }

  private Test test(int from, int cut, int to) {
    double[] left = Arrays.copyOfRange(values, from, cut);
    double[] right = Arrays.copyOfRange(values, cut, to);
    return new Test(comparison.probability(left, right), comparison.size(mean(left), mean(right)));
  }

  static double mean(double[] some) {
    return Arrays.stream(some).average().orElse(0);
  }

  static double squares(double[] some) {
    double mean = mean(some);
    return Arrays.stream(some).map(value -> (value - mean) * (value - mean)).sum();
  }

  /**
   * Compares means with one standard deviation: a level of few values has the spread of the other.
   */
  static double student(double[] left, double[] right, double variance) {
    double error = Math.sqrt(variance * (1.0 / left.length + 1.0 / right.length));
    double difference = Math.abs(mean(right) - mean(left));
    int degrees = left.length + right.length - 2;
    if (degrees < 1 || difference == 0) {
      return 1;
    }
    return 2 * TDistribution.of(degrees).survivalProbability(difference / error);
  }

  /**
   * Where a part of a series is most likely cut: the measure of E-divisive (Matteson and James, A
   * Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data, 2014) with
   * exponent 1. It compares the mean distance between the values left and right of a cut with the
   * mean distances within both sides; the right side may end before the part does, so that a later
   * change does not hide an earlier one.
   */
  static final class EnergyDistance {
    private EnergyDistance() {}

    /**
     * A cut.
     *
     * @param index of the first value on the right
     * @param distance larger for more different sides
     */
    record Cut(int index, double distance) {}

    /**
     * The best cut of a part.
     *
     * @param from first value
     * @param to after the last value; at least {@code from + 2}
     */
    static Cut best(double[] values, int from, int to) {
      int n = to - from;
      double[] left = within(values, from, n);
      double[] right = new double[n];
      Cut best = new Cut(from + 1, Double.NEGATIVE_INFINITY);
      for (int end = 2; end <= n; end++) {
        Cut cut = bestEndingAt(values, from, end, left, right);
        if (cut.distance > best.distance) {
          best = cut;
        }
      }
      return best;
    }

    /** Sums of the distances of all pairs in the first 0, 1, ... values. */
    private static double[] within(double[] values, int from, int n) {
      double[] sums = new double[n + 1];
      for (int size = 1; size <= n; size++) {
        double toLast = 0;
        for (int i = 0; i < size - 1; i++) {
          toLast += Math.abs(values[from + i] - values[from + size - 1]);
        }
        sums[size] = sums[size - 1] + toLast;
      }
      return sums;
    }

    /**
     * @param right sums of the distances of all pairs from each cut to the end before; then to this
     *     end
     */
    private static Cut bestEndingAt(
        double[] values, int from, int end, double[] left, double[] right) {
      Cut best = new Cut(from + 1, Double.NEGATIVE_INFINITY);
      double toLast = 0;
      for (int cut = end - 1; cut >= 1; cut--) {
        toLast += Math.abs(values[from + cut] - values[from + end - 1]);
        right[cut] += toLast;
        double between = left[end] - left[cut] - right[cut];
        int n = cut;
        int m = end - cut;
        double distance =
            2.0 / end * between
                - (n > 1 ? 2.0 * m / end / (n - 1) * left[cut] : 0)
                - (m > 1 ? 2.0 * n / end / (m - 1) * right[cut] : 0);
        if (distance > best.distance) {
          best = new Cut(from + cut, distance);
        }
      }
      return best;
    }
  }

  /**
   * When a change of the level is one.
   *
   * @param window values that are searched at a time; windows overlap by half
   * @param level of significance of a change
   * @param leastChange smaller ones are none, as a share
   * @param leastRuns values of a level: fewer are outliers
   */
  public record ChangeRule(int window, double level, double leastChange, int leastRuns) {
    /** The rule that simulations chose: build/benchmarks/history/README.md. */
    public static final ChangeRule USUAL = new ChangeRule(50, 0.0002, 0.01, 3);

    /** Candidates are found at a weaker level first. */
    private static final double FIRST_LEVEL_FACTOR = 10;

    private static final double MOST_STRICT = 0.05;
    private static final double HALF = 0.5;

    double firstLevel() {
      if (level < MOST_STRICT) {
        return FIRST_LEVEL_FACTOR * level;
      }
      return level < HALF ? 2 * level : level;
    }
  }
}
