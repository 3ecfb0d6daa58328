package io.tidemark.history.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Single values far from their neighbours on both sides. A value beside another one that is as far
 * on the same side may be the begin of a new level, and is none.
 */
final class Outliers {
  private static final int REACH = 4;
  private static final double FAR = 5;

  /** Median of the absolute difference of two values of a normal distribution with deviation 1. */
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
   * Estimates the deviation from the differences of neighbours, which a change of the level hardly
   * changes.
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
