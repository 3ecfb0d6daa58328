package io.tidemark.history.change;

/**
 * Where a part of a series is most likely cut: the measure of E-divisive (Matteson and James, A
 * Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data, 2014) with
 * exponent 1. It compares the mean distance between the values left and right of a cut with the
 * mean distances within both sides; the right side may end before the part does, so that a later
 * change does not hide an earlier one.
 */
final class EnergyDistance {
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
