package io.tidemark.history.change;

import io.tidemark.report.statistics.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
}
