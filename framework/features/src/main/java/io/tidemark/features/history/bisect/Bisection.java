package io.tidemark.features.history.bisect;

import io.tidemark.report.statistics.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What is known after some runs, and which one is next: first both ends in turn until they are
 * shown to differ, then the candidate whose run narrows it down most. A pure function of what was
 * measured, so that it continues after an interruption.
 *
 * @param state whether a run is missing
 * @param next the candidate to be run
 * @param found the likeliest first candidates of the new level; several if only the last of them
 *     can be tested; empty while the ends are compared
 * @param confidence chance that it is among them
 * @param change from the level before to that after them, or between the ends; empty without three
 *     runs of both
 */
public record Bisection(
    State state, int next, List<Integer> found, double confidence, Optional<Change> change) {
  /** Confidence of the interval of changes. */
  private static final double INTERVAL = 0.95;

  /** How far it is. */
  public enum State {
    /** It is not known yet whether the ends differ. */
    ENDS,
    /** They do, and the place is searched. */
    SEARCH,
    /** The place is known with the confidence that was asked for. */
    FOUND,
    /** The ends do not differ, or by less than what matters. */
    SAME
  }

  public Bisection {
    found = List.copyOf(found);
  }

  /** Whether a run is missing. */
  public boolean isOpen() {
    return state == State.ENDS || state == State.SEARCH;
  }

  /**
   * What these runs show.
   *
   * @param candidates how many there are: the first one is good, the last one bad
   * @param observations in the order in which they were made, of candidates that are not skipped
   * @param skipped candidates that cannot be tested; none of the ends
   */
  public static Bisection of(
      int candidates,
      List<Observation> observations,
      Collection<Integer> skipped,
      BisectRule rule) {
    int last = candidates - 1;
    boolean searching =
        observations.stream().anyMatch(o -> o.candidate() > 0 && o.candidate() < last);
    Bisection ends = ends(last, observations, rule);
    if (searching ? isLost(ends) : ends.state != State.SEARCH) {
      return ends;
    }
    int[] testable = IntStream.range(0, candidates).filter(i -> !skipped.contains(i)).toArray();
    Suspects suspects = new Suspects(testable, observations);
    int first = suspects.found().get(suspects.found().size() - 1);
    boolean sure = suspects.confidence() >= rule.confidence();
    return new Bisection(
        sure ? State.FOUND : State.SEARCH,
        suspects.next(observations),
        suspects.found(),
        suspects.confidence(),
        Optional.of(change(observations, first)));
  }

  private static Change change(List<Observation> observations, int first) {
    return Change.of(
        values(observations, 0, first), values(observations, first, Integer.MAX_VALUE));
  }

  private static double[] values(List<Observation> observations, int from, int to) {
    return observations.stream()
        .filter(o -> o.candidate() >= from && o.candidate() < to)
        .mapToDouble(Observation::value)
        .toArray();
  }

  /** Whether further runs of the ends no longer show the difference by which the search began. */
  private static boolean isLost(Bisection ends) {
    return ends.change.filter(each -> each.probability() < BisectRule.LOST).isEmpty();
  }

  private static Bisection ends(int last, List<Observation> all, BisectRule rule) {
    List<Observation> observations =
        all.stream().filter(o -> o.candidate() == 0 || o.candidate() == last).toList();
    int good = values(observations, 0, 1).length;
    int bad = observations.size() - good;
    int next = good <= bad ? 0 : last;
    if (Math.min(good, bad) < BisectRule.LEAST_OF_END) {
      return new Bisection(State.ENDS, next, List.of(), 0, Optional.empty());
    }
    Change change = change(observations, last);
    return new Bisection(
        ends(change, Math.min(good, bad), rule), next, List.of(), 0, Optional.of(change));
  }

  private static State ends(Change change, int runs, BisectRule rule) {
    double size = Math.abs(change.logRatio());
    double least = Math.log1p(rule.atLeast());
    if (change.probability() < BisectRule.LEVEL) {
      return size >= least ? State.SEARCH : State.SAME;
    }
    boolean equal =
        Math.log1p(change.highest(INTERVAL)) < least
            && Math.log1p(change.lowest(INTERVAL)) > -least;
    return equal || runs >= BisectRule.MOST_OF_END ? State.SAME : State.ENDS;
  }

  /**
   * How likely the level changed at each candidate, after what was measured: exactly one change,
   * with equal chances before the first measurement, between two unknown levels with normal noise
   * of unknown size on logarithms. Levels and noise are integrated out (flat priors on the levels
   * and on the logarithm of the noise), so that few runs are not taken for more than they are.
   */
  static final class Suspects {
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
        return new Sums(
            values.length, Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum());
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
     * The candidates of the likeliest place: the last one shows the new level, those before it
     * could not be tested.
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
     * The candidate whose run narrows it down most: the chance that it has the new level is next to
     * a half. An end instead, if fewer runs show its level than that candidate has: then it is not
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

  /**
   * A value that was measured.
   *
   * @param candidate its index
   * @param value above 0
   */
  public record Observation(int candidate, double value) {}

  /**
   * When a bisection is sure.
   *
   * @param confidence with which the first candidate of the new level is known
   * @param atLeast the smallest change between the two ends that matters, as a share
   */
  public record BisectRule(double confidence, double atLeast) {
    /** Confidence of 95 %; changes of 2 %. */
    public static final BisectRule USUAL = new BisectRule(0.95, 0.02);

    /** Fewer runs of an end say too little about the noise. */
    static final int LEAST_OF_END = 3;

    /**
     * With this number of runs, each end shows a change of the size of the noise in four of five
     * cases.
     */
    static final int MOST_OF_END = 24;

    /**
     * Level of the test of the ends after each pair of runs: the tests together are wrong less
     * often.
     */
    static final double LEVEL = 0.005;

    /** During the search, which runs the ends again, they must still differ at this level. */
    static final double LOST = 0.05;

    public BisectRule {
      if (!(confidence > 0.5 && confidence < 1) || !(atLeast >= 0 && atLeast < 1)) {
        throw new IllegalArgumentException("confidence " + confidence + ", at least " + atLeast);
      }
    }
  }
}
