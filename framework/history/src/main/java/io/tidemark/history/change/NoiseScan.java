package io.tidemark.history.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Finds values in a row that scatter more than the others: the largest sums of scores of the
 * differences from one value to the next. The score is the logarithm of the likelihood ratio of
 * three times the deviation; it is bounded, so that a new level (one large difference) or an
 * outlier (two) are no noise.
 */
final class NoiseScan {
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
