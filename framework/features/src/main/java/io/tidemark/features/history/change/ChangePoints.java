package io.tidemark.features.history.change;

import io.tidemark.features.history.change.Levels.ChangeRule;
import io.tidemark.report.statistics.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What changed in a series of figures above 0, which are compared by their logarithms: rates and
 * latencies are skewed and differ by factors.
 *
 * @param changes of the level, in the order of the series
 * @param outliers indexes of single values far from their neighbours on both sides
 * @param noise where the values scatter more
 */
public record ChangePoints(List<LevelChange> changes, List<Integer> outliers, List<Noise> noise) {
  private static final double CONFIDENCE = 0.95;

  /** Compares neighbouring levels of logarithms. */
  private static final Levels.Comparison LOGARITHMS =
      new Levels.Comparison() {
        @Override
        public double probability(double[] left, double[] right) {
          int degrees = left.length + right.length - 2;
          return degrees < 1
              ? 1
              : Levels.student(
                  left, right, (Levels.squares(left) + Levels.squares(right)) / degrees);
        }

        @Override
        public double size(double before, double after) {
          return Math.abs(Math.expm1(after - before));
        }
      };

  public ChangePoints {
    changes = List.copyOf(changes);
    outliers = List.copyOf(outliers);
    noise = List.copyOf(noise);
  }

  /**
   * Searches a series. Levels are compared without outliers, and without values that scatter more.
   *
   * @param values above 0, in the order of time
   */
  public static ChangePoints of(double[] values, ChangeRule rule) {
    double[] logarithms = Arrays.stream(values).map(Math::log).toArray();
    List<Integer> outliers = Outliers.of(logarithms);
    List<Noise> noise = NoiseScan.of(logarithms);
    int[] kept = without(values.length, outliers, noise);
    List<Integer> cuts = cuts(logarithms, kept, rule);
    List<LevelChange> changes = new ArrayList<>();
    for (int i = 0; i < cuts.size(); i++) {
      int from = i == 0 ? 0 : cuts.get(i - 1);
      int to = i == cuts.size() - 1 ? values.length : cuts.get(i + 1);
      int cut = cuts.get(i);
      double[] before =
          Arrays.stream(kept)
              .filter(k -> k >= from && k < cut)
              .mapToDouble(k -> logarithms[k])
              .toArray();
      double[] after =
          Arrays.stream(kept)
              .filter(k -> k >= cut && k < to)
              .mapToDouble(k -> logarithms[k])
              .toArray();
      changes.add(change(cut, before, after));
    }
    return new ChangePoints(changes, outliers, noise);
  }

  private static int[] without(int length, List<Integer> outliers, List<Noise> noise) {
    return IntStream.range(0, length)
        .filter(i -> !outliers.contains(i))
        .filter(i -> noise.stream().noneMatch(each -> i >= each.from() && i < each.to()))
        .toArray();
  }

  private static List<Integer> cuts(double[] logarithms, int[] kept, ChangeRule rule) {
    double[] some = Arrays.stream(kept).mapToDouble(i -> logarithms[i]).toArray();
    return Levels.cuts(some, rule, LOGARITHMS).stream().map(cut -> kept[cut]).toList();
  }

  private static LevelChange change(int index, double[] before, double[] after) {
    Change change = Change.of(exponentials(before), exponentials(after));
    return new LevelChange(
        index,
        Math.exp(Levels.mean(before)),
        Math.exp(Levels.mean(after)),
        Math.expm1(change.logRatio()),
        change.lowest(CONFIDENCE),
        change.highest(CONFIDENCE));
  }

  private static double[] exponentials(double[] logarithms) {
    return Arrays.stream(logarithms).map(Math::exp).toArray();
  }

  /** Whether a value is neither an outlier nor one of those that scatter more. */
  public boolean isUsual(int index) {
    return !outliers.contains(index)
        && noise.stream().noneMatch(each -> index >= each.from() && index < each.to());
  }

  /** The index of the first value of the current level. */
  public int currentLevel() {
    return changes.isEmpty() ? 0 : changes.get(changes.size() - 1).index();
  }

  /**
   * Finds values in a row that scatter more than the others: the largest sums of scores of the
   * differences from one value to the next. The score is the logarithm of the likelihood ratio of
   * three times the deviation; it is bounded, so that a new level (one large difference) or an
   * outlier (two) are no noise.
   */
  static final class NoiseScan {
    private static final double FACTOR = 3;
    private static final double FAR = 3;
    private static final int FEWEST_FAR = 3;
    private static final double LEAST_SCORE = 7;
    private static final int LEAST_SERIES = 15;

    private NoiseScan() {}

    static List<Noise> of(double[] values) {
      List<Noise> found = new ArrayList<>();
      double deviation = Outliers.deviation(values);
      if (values.length >= LEAST_SERIES && deviation > 0) {
        search(differences(values, deviation), 0, values.length - 1, found);
      }
      found.sort(Comparator.comparingInt(Noise::from));
      return found;
    }

    /** Returns the differences from one value to the next, in deviations of such differences. */
    private static double[] differences(double[] values, double deviation) {
      double[] differences = new double[values.length - 1];
      for (int i = 0; i < differences.length; i++) {
        differences[i] = Math.abs(values[i + 1] - values[i]) / deviation / Math.sqrt(2);
      }
      return differences;
    }

    /** The part with the largest sum, and then the parts before and after it. */
    private static void search(double[] differences, int start, int end, List<Noise> found) {
      double most = 0;
      double sum = 0;
      int begin = start;
      int from = start;
      int to = start;
      for (int i = start; i < end; i++) {
        if (sum <= 0) {
          sum = 0;
          begin = i;
        }
        sum += score(differences[i]);
        if (sum > most) {
          most = sum;
          from = begin;
          to = i + 1;
        }
      }
      if (most < LEAST_SCORE) {
        return;
      }
      double[] part = Arrays.copyOfRange(differences, from, to);
      if (Arrays.stream(part).filter(each -> each > FAR).count() >= FEWEST_FAR) {
        double square = Arrays.stream(part).map(each -> each * each).average().orElse(0);
        // The first and the last difference are those from and to a usual value.
        found.add(new Noise(from + 1, to, Math.sqrt(square)));
      }
      search(differences, start, from, found);
      search(differences, to, end, found);
    }

    private static double score(double difference) {
      double bounded = Math.min(FAR, difference);
      return bounded * bounded / 2 * (1 - 1 / (FACTOR * FACTOR)) - Math.log(FACTOR);
    }
  }

  /**
   * Values in a row that scatter more than the others around the same level.
   *
   * @param from index of the first
   * @param to after the last
   * @param factor how much more they scatter
   */
  public record Noise(int from, int to, double factor) {}

  /**
   * A change of the level of a series.
   *
   * @param index of the first value of the new level
   * @param before geometric mean of the values of the level before
   * @param after geometric mean of the values of the new level
   * @param change as a share of the level before: 0.05 for 5 % more
   * @param lowest lower end of its 95 % interval
   * @param highest upper end
   */
  public record LevelChange(
      int index, double before, double after, double change, double lowest, double highest) {
    /** {@code +6.2 to +10.0 %}. */
    public String interval() {
      return String.format(Locale.ROOT, "%+.1f to %+.1f %%", 100 * lowest, 100 * highest);
    }
  }

  /**
   * Single values far from their neighbours on both sides. A value beside another one that is as
   * far on the same side may be the begin of a new level, and is none.
   */
  static final class Outliers {
    private static final int REACH = 4;
    private static final double FAR = 5;

    /**
     * Median of the absolute difference of two values of a normal distribution with deviation 1.
     */
    private static final double MEDIAN_DIFFERENCE = 0.6745 * Math.sqrt(2);

    private Outliers() {}

    static List<Integer> of(double[] values) {
      List<Integer> outliers = new ArrayList<>();
      double far = FAR * deviation(values);
      for (int i = 0; i < values.length && values.length > REACH; i++) {
        double usual = neighbours(values, i, REACH);
        double distance = values[i] - usual;
        if (Math.abs(distance) > far
            && !isAlike(values, i - 1, usual, distance)
            && !isAlike(values, i + 1, usual, distance)) {
          outliers.add(i);
        }
      }
      return outliers;
    }

    private static boolean isAlike(double[] values, int i, double usual, double distance) {
      return i >= 0
          && i < values.length
          && (values[i] - usual) * Math.signum(distance) > Math.abs(distance) / 2;
    }

    /** The median of the values around one. */
    static double neighbours(double[] values, int i, int reach) {
      return median(
          IntStream.rangeClosed(Math.max(0, i - reach), Math.min(values.length - 1, i + reach))
              .filter(other -> other != i)
              .mapToDouble(other -> values[other])
              .toArray());
    }

    /**
     * Estimates the deviation from the differences of neighbours, which a change of the level
     * hardly changes.
     */
    static double deviation(double[] values) {
      double[] differences = new double[Math.max(0, values.length - 1)];
      for (int i = 0; i < differences.length; i++) {
        differences[i] = Math.abs(values[i + 1] - values[i]);
      }
      return differences.length == 0 ? 0 : median(differences) / MEDIAN_DIFFERENCE;
    }

    static double median(double[] values) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      int middle = sorted.length / 2;
      return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
  }
}
