package io.tidemark.coordinator.search;

/**
 * A constant rate that was tried, or another step of the scale.
 *
 * @param ratePerSecond of all producers, or the step
 * @param full whether it had the length that decides; a short trial only finds the range
 * @param passed whether the system under test sustained the rate
 * @param achievedPerSecond what it handled of that rate; of another quantity the step if it passed,
 *     else not a number, but 0 where nothing was received
 * @param doubtful whether it failed, and a disturbance is more likely than a limit
 */
public record Trial(
    double ratePerSecond,
    boolean full,
    boolean passed,
    double achievedPerSecond,
    boolean doubtful) {

  /** A trial without a sign of a disturbance. */
  public Trial(double ratePerSecond, boolean full, boolean passed, double achievedPerSecond) {
    this(ratePerSecond, full, passed, achievedPerSecond, false);
  }

  /** The trial, which is doubtful for another reason, too. */
  Trial orDoubtful(boolean other) {
    return new Trial(ratePerSecond, full, passed, achievedPerSecond, doubtful || !passed && other);
  }
}
