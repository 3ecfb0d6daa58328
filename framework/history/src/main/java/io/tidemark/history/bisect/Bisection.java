package io.tidemark.history.bisect;

import io.tidemark.report.statistics.Change;
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
}
