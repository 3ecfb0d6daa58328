package io.tidemark.model.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * How a limit of the system under test is searched.
 *
 * @param keys what a workload file says of it, complete
 * @param most no trial has more; the workload's own number, but for a rate
 */
public record SearchSpec(SearchKeys keys, double most) {
  private static final double MOST_RATE = 10_000_000;

  public static final SearchSpec DEFAULT =
      new SearchSpec(
          1_000,
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          0.05,
          24,
          Duration.ofMinutes(20),
          1);

  /** What a search varies; each has the name of its key in a workload. */
  public enum Quantity {
    RATE("rate"),
    PRODUCERS("producersPerTopic"),
    CONSUMERS("consumerPerSubscription"),
    REQUESTERS("requesters"),
    MESSAGE_SIZE("messageSize");

    private final String key;

    Quantity(String key) {
      this.key = key;
    }

    public String key() {
      return key;
    }

    @Override
    public String toString() {
      return key;
    }
  }

  /** Of a rate, without a warm-up. */
  public SearchSpec(
      double startRatePerSecond,
      Duration trial,
      Duration shortTrial,
      double precision,
      int maxTrials,
      Duration timeLimit,
      double measureAt) {
    this(
        Quantity.RATE,
        startRatePerSecond,
        MOST_RATE,
        Duration.ZERO,
        trial,
        shortTrial,
        precision,
        maxTrials,
        timeLimit,
        measureAt);
  }

  /**
   * A search without a file.
   *
   * @param start rate or number of the first trial
   * @param trial length of the trials that decide
   * @param shortTrial length of the trials that only find the range
   * @param precision relative distance of the bounds at which the search ends, above 0
   * @param timeLimit no trial begins later after the warm-up
   * @param measureAt rate of the measured run, as a share of the highest rate found
   */
  public SearchSpec(
      Quantity over,
      double start,
      double most,
      Duration warmUp,
      Duration trial,
      Duration shortTrial,
      double precision,
      int maxTrials,
      Duration timeLimit,
      double measureAt) {
    this(
        new SearchKeys(
            over,
            Optional.of(start),
            Optional.of(warmUp),
            trial,
            shortTrial,
            precision,
            maxTrials,
            timeLimit,
            Optional.of(measureAt).filter(any -> over == Quantity.RATE)),
        most);
  }

  public SearchSpec {
    double start = keys.startAt().orElseThrow();
    if (!(start > 0) || Double.isInfinite(start)) {
      throw new IllegalArgumentException("start must be above 0");
    }
    if (!(keys.precision() > 0 && keys.precision() < 1)) {
      throw new IllegalArgumentException("precision must be between 0 and 1: " + keys.precision());
    }
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

  /**
   * No search takes longer, apart from the wait for backlogs in the warm-up and after the last
   * trial.
   */
  public Duration longest() {
    return warmUp().plus(timeLimit()).plus(trial());
  }
}
