package io.tidemark.coordinator.search;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/**
 * What trials show. Full-length trials decide. Of several trials at one rate the last two count: a
 * system may warm up, and an outage may hit a trial. Short trials count only between the bounds of
 * the full-length ones.
 */
public final class Evidence {
  private static final int MOST_OF_A_RATE = 4;

  private enum Outcome {
    PASSED,
    FAILED,
    CONTRADICTORY,
    UNKNOWN
  }

  private final List<Trial> trials;

  public Evidence(List<Trial> trials) {
    this.trials = List.copyOf(trials);
  }

  /** Lowest rate that failed with full length. */
  public OptionalDouble upper() {
    return rates().filter(rate -> full(rate) == Outcome.FAILED).min();
  }

  /** Highest rate below the upper bound that passed with full length. */
  public OptionalDouble lower() {
    double end = upper().orElse(Double.POSITIVE_INFINITY);
    return rates().filter(rate -> rate < end && full(rate) == Outcome.PASSED).max();
  }

  /** Lowest rate that failed; with a short trial only if it is above the lower bound. */
  public OptionalDouble high() {
    double from = lower().orElse(0);
    return least(upper(), shortTrials(rate -> rate > from, Outcome.FAILED).min());
  }

  /** Highest rate that passed below {@link #high}. */
  public OptionalDouble low() {
    double end = high().orElse(Double.POSITIVE_INFINITY);
    OptionalDouble tried = shortTrials(rate -> rate < end, Outcome.PASSED).max();
    OptionalDouble decided = lower();
    return decided.isEmpty() || tried.orElse(0) > decided.getAsDouble() ? tried : decided;
  }

  /** A rate between the bounds whose full-length trials contradict each other. */
  OptionalDouble contradictory() {
    double end = upper().orElse(Double.POSITIVE_INFINITY);
    return rates().filter(rate -> rate < end && full(rate) == Outcome.CONTRADICTORY).max();
  }

  /**
   * Whether the last trial was disturbed, or handled at less than a rate that had passed, and was
   * not repeated: an outage is more likely than a limit.
   */
  boolean lastIsDoubtful() {
    Trial last = trials.get(trials.size() - 1);
    return !last.passed()
        && results(last.ratePerSecond(), last.full()).size() == 1
        && (last.doubtful()
            || trials.stream()
                .anyMatch(
                    each ->
                        each.passed()
                            && each.ratePerSecond() < last.ratePerSecond()
                            && last.achievedPerSecond() < 0.9 * each.ratePerSecond()));
  }

  /** Whether one short trial is all that is known of a rate. */
  boolean isSingleShortFailure(double rate) {
    return results(rate, true).isEmpty() && results(rate, false).size() == 1;
  }

  /** Whether both bounds were repeated, the upper one also after the lower one had passed. */
  boolean isConfirmed(double rate) {
    return results(rate, true).size() >= 2
        && lastIndex(rate) > firstPass(lower().orElse(Double.NaN));
  }

  private int lastIndex(double rate) {
    int last = -1;
    for (int i = 0; i < trials.size(); i++) {
      last = trials.get(i).full() && trials.get(i).ratePerSecond() == rate ? i : last;
    }
    return last;
  }

  private int firstPass(double rate) {
    for (int i = 0; i < trials.size(); i++) {
      Trial trial = trials.get(i);
      if (trial.full() && trial.passed() && trial.ratePerSecond() == rate) {
        return i;
      }
    }
    return -1;
  }

  /** Passed trials at the end of the list. */
  int passedLast() {
    return countLast(Trial::passed);
  }

  /** Trials at the end of the list in which nothing was received. */
  int silentLast() {
    return countLast(trial -> trial.achievedPerSecond() == 0);
  }

  private int countLast(Predicate<Trial> which) {
    int count = 0;
    while (count < trials.size() && which.test(trials.get(trials.size() - 1 - count))) {
      count++;
    }
    return count;
  }

  boolean anyFailed() {
    return trials.stream().anyMatch(trial -> !trial.passed());
  }

  /** What was achieved in the last trial that failed at a rate. */
  double achievedAt(double rate) {
    return trials.stream()
        .filter(trial -> trial.ratePerSecond() == rate && !trial.passed())
        .mapToDouble(Trial::achievedPerSecond)
        .reduce(0, (earlier, later) -> later);
  }

  private Outcome full(double rate) {
    List<Boolean> results = results(rate, true);
    if (results.isEmpty()) {
      return Outcome.UNKNOWN;
    }
    boolean last = results.get(results.size() - 1);
    if (results.size() > 1 && results.get(results.size() - 2) != last) {
      return results.size() < MOST_OF_A_RATE ? Outcome.CONTRADICTORY : Outcome.FAILED;
    }
    return last ? Outcome.PASSED : Outcome.FAILED;
  }

  private DoubleStream shortTrials(DoublePredicate range, Outcome outcome) {
    return rates()
        .filter(rate -> range.test(rate) && full(rate) == Outcome.UNKNOWN)
        .filter(
            rate -> {
              List<Boolean> results = results(rate, false);
              return results.get(results.size() - 1) == (outcome == Outcome.PASSED);
            });
  }

  private DoubleStream rates() {
    return trials.stream().mapToDouble(Trial::ratePerSecond).distinct();
  }

  private List<Boolean> results(double rate, boolean full) {
    List<Boolean> results = new ArrayList<>();
    for (Trial trial : trials) {
      if (trial.full() == full && trial.ratePerSecond() == rate) {
        results.add(trial.passed());
      }
    }
    return results;
  }

  private static OptionalDouble least(OptionalDouble a, OptionalDouble b) {
    return DoubleStream.concat(a.stream(), b.stream()).min();
  }
}
