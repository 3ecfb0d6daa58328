package io.tidemark.report.statistics;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Holm's correction for several tests at once. */
public final class Holm {
  private Holm() {}

  /**
   * Probabilities which may all be compared with one level: the chance that any of them is below it
   * although there is no difference is then at most the level.
   *
   * @param probabilities of each test alone
   * @return in the same order
   */
  public static double[] adjusted(double[] probabilities) {
    int[] ascending =
        IntStream.range(0, probabilities.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> probabilities[i]))
            .mapToInt(i -> i)
            .toArray();
    double[] adjusted = Arrays.copyOf(probabilities, probabilities.length);
    double largest = 0;
    for (int rank = 0; rank < ascending.length; rank++) {
      int test = ascending[rank];
      largest = Math.max(largest, (ascending.length - rank) * probabilities[test]);
      adjusted[test] = Math.min(1, largest);
    }
    return adjusted;
  }
}
