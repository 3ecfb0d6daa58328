package io.tidemark.model.workload;

import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.workload.SearchKeys.Quantity;
import java.time.Duration;

/**
 * How a limit of the system under test is searched.
 *
 * @param keys what a workload file says of it, complete
 * @param most no trial has more; the workload's own number, but for a rate
 */
public record SearchSpec(SearchKeys keys, double most) {
  private static final double MOST_RATE = 10_000_000;
  private static final double FIRST_RATE = 1_000;

  /** No trial has a larger factor of the rates. */
  public static final double MOST_SCALE = 1_000;

  private static final double LEAST_SCALE = 0.001;

  /** Between two trials. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** The search for a rate, with the defaults of all keys and without a warm-up. */
  public static final SearchSpec DEFAULT = ofDefaults();

  public SearchSpec {
    double start = keys.startAt().orElseThrow();
    if (!(start > 0) || Double.isInfinite(start)) {
      throw new IllegalArgumentException("start must be above 0");
    }
    if (!(keys.precision() > 0 && keys.precision() < 1)) {
      throw new IllegalArgumentException("precision must be between 0 and 1: " + keys.precision());
    }
  }

  private static SearchSpec ofDefaults() {
    SearchKeys keys = Grammar.defaults(SearchKeys.class);
    return new SearchSpec(
        keys.complete(FIRST_RATE, Duration.ZERO, keys.shortTrialDuration()), MOST_RATE);
  }

  /** No trial has less. */
  public double least() {
    return least(over());
  }

  /** No trial of a search over a quantity has less. */
  public static double least(Quantity over) {
    return over == Quantity.SCALE_RATE ? LEAST_SCALE : 1;
  }

  /** What is searched. */
  public Quantity over() {
    return keys.over();
  }

  /** Rate or number of the first trial. */
  public double start() {
    return keys.startAt().orElseThrow();
  }

  /** Before the first trial. */
  public Duration warmUp() {
    return keys.warmupDuration().orElse(Duration.ZERO);
  }

  /** Length of the trials that decide. */
  public Duration trial() {
    return keys.trialDuration();
  }

  /** Length of the trials that only find the range. */
  public Duration shortTrial() {
    return keys.shortTrialDuration();
  }

  /** Relative distance of the bounds at which the search ends. */
  public double precision() {
    return keys.precision();
  }

  public int maxTrials() {
    return keys.maxTrials();
  }

  /** No trial begins later after the warm-up. */
  public Duration timeLimit() {
    return keys.timeLimit();
  }

  /** Rate of the measured run, as a share of the highest rate found. */
  public double measureAt() {
    return keys.measureAt().orElse(1.0);
  }

  public Duration length(boolean full) {
    return full ? trial() : shortTrial();
  }

  /** No search takes longer, apart from the wait for backlogs. */
  public Duration longest() {
    Duration byTime = timeLimit().plus(trial());
    Duration byNumber = trial().plus(PAUSE).multipliedBy(maxTrials());
    return warmUp().plus(byTime.compareTo(byNumber) < 0 ? byTime : byNumber);
  }
}
