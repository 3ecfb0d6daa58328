package io.tidemark.history.bisect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How likely the level changed at each candidate, after what was measured: exactly one change, with
 * equal chances before the first measurement, between two unknown levels with normal noise of
 * unknown size on logarithms. Levels and noise are integrated out (flat priors on the levels and on
 * the logarithm of the noise), so that few runs are not taken for more than they are.
 */
final class Suspects {
  /** Values have three digits: equal ones do not prove that there is no noise. */
  private static final double LEAST_VARIANCE = 0.001 * 0.001 / 12;

  /** A candidate with at most this chance to have a level has the other one. */
  private static final double SURE = 0.01;

  private final int[] testable;
  private final double[] chances;

  /**
   * @param testable indexes of candidates that can be tested, ascending: the two ends and those
   *     between them
   * @param observations of these candidates, some of both ends
   */
  Suspects(int[] testable, List<Observation> observations) {
    this.testable = testable.clone();
    Sums all = Sums.of(observations);
    double[] logarithms = new double[testable.length - 1];
    for (int i = 0; i < logarithms.length; i++) {
      int first = testable[i + 1];
      Sums before = Sums.of(observations.stream().filter(o -> o.candidate() < first).toList());
      Sums after = Sums.of(observations.stream().filter(o -> o.candidate() >= first).toList());
      // A place stands for all candidates since the one before it that can be tested.
      logarithms[i] = Math.log(first - testable[i]) + logLikelihood(before, after, all.count());
    }
    double highest = Arrays.stream(logarithms).max().orElse(0);
    double[] shares = Arrays.stream(logarithms).map(x -> Math.exp(x - highest)).toArray();
    double sum = Arrays.stream(shares).sum();
    this.chances = Arrays.stream(shares).map(share -> share / sum).toArray();
  }

  private static double logLikelihood(Sums before, Sums after, int count) {
    double squares = Math.max(before.squares() + after.squares(), count * LEAST_VARIANCE);
    return -0.5 * Math.log((double) before.count() * after.count())
        - (count - 2) / 2.0 * Math.log(squares);
  }

  /** Number, mean and squared deviations of logarithms. */
  private record Sums(int count, double squares) {
    static Sums of(List<Observation> observations) {
      double[] values = observations.stream().mapToDouble(o -> Math.log(o.value())).toArray();
      double mean = Arrays.stream(values).average().orElse(0);
      return new Sums(values.length, Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum());
    }
  }

  /** The chance of the likeliest place. */
  double confidence() {
    return chances[likeliest()];
  }

  private int likeliest() {
    int best = 0;
    for (int i = 1; i < chances.length; i++) {
      best = chances[i] > chances[best] ? i : best;
    }
    return best;
  }

  /**
   * The candidates of the likeliest place: the last one shows the new level, those before it could
   * not be tested.
   */
  List<Integer> found() {
    int place = likeliest();
    List<Integer> found = new ArrayList<>();
    for (int i = testable[place] + 1; i <= testable[place + 1]; i++) {
      found.add(i);
    }
    return found;
  }

  /**
   * The candidate whose run narrows it down most: the chance that it has the new level is next to a
   * half. An end instead, if fewer runs show its level than that candidate has: then it is not
   * known with what to compare.
   *
   * @param observations of equally good candidates, that with the fewest is the next
   */
  int next(List<Observation> observations) {
    int best = testable[1];
    double closest = Double.POSITIVE_INFINITY;
    int before = 0;
    int after = 0;
    double changed = 0;
    for (int i = 0; i < testable.length; i++) {
      changed += i == 0 ? 0 : chances[i - 1];
      int runs = runs(testable[i], observations);
      before += changed < SURE ? runs : 0;
      after += changed > 1 - SURE ? runs : 0;
      double distance = Math.abs(changed - 0.5) + 1e-6 * runs;
      if (i > 0 && i < testable.length - 1 && distance < closest) {
        closest = distance;
        best = testable[i];
      }
    }
    int most = runs(best, observations);
    if (Math.min(before, after) <= most) {
      return before <= after ? testable[0] : testable[testable.length - 1];
    }
    return best;
  }

  private static int runs(int candidate, List<Observation> observations) {
    return (int) observations.stream().filter(o -> o.candidate() == candidate).count();
  }
}
