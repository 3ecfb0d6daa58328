package io.tidemark.model.workload;

import java.time.Duration;

/**
 * How the highest sustainable rate is searched.
 *
 * @param startRatePerSecond rate of the first trial
 * @param trial length of the trials that decide
 * @param shortTrial length of the trials that only find the range of rates
 * @param precision relative distance of the bounds at which the search ends, above 0
 * @param maxTrials trials at most
 * @param timeLimit no trial begins later
 * @param measureAt rate of the measured run, as a share of the highest rate found
 */
public record SearchSpec(
    double startRatePerSecond,
    Duration trial,
    Duration shortTrial,
    double precision,
    int maxTrials,
    Duration timeLimit,
    double measureAt) {
  public static final SearchSpec DEFAULT =
      new SearchSpec(
          1_000,
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          0.05,
          24,
          Duration.ofMinutes(20),
          1);

  public SearchSpec {
    if (!(startRatePerSecond > 0) || Double.isInfinite(startRatePerSecond)) {
      throw new IllegalArgumentException("startRatePerSecond must be above 0");
    }
    if (!(precision > 0 && precision < 1)) {
      throw new IllegalArgumentException("precision must be between 0 and 1: " + precision);
    }
  }

  public Duration length(boolean full) {
    return full ? trial : shortTrial;
  }

  /** No search takes longer, apart from the wait for the backlog of the last trial. */
  public Duration longest() {
    return timeLimit.plus(trial);
  }
}
