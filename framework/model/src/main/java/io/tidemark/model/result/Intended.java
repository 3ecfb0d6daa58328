package io.tidemark.model.result;

import io.tidemark.model.load.ArrivalProcess;

/**
 * The messages that a schedule intended in some time, and the one definition of "rate met": at
 * least the required share of them happened, or chance explains the number of missing ones.
 *
 * @param messages in the mean of the schedule, over all producers
 * @param arrivals how the schedule spreads them
 * @param producers each may be between two messages at the end
 */
public record Intended(double messages, ArrivalProcess arrivals, long producers) {
  private static final double SIGMAS = 4;

  /** What happened, in percent of what was intended; 100 where nothing was intended. */
  public double percent(double happened) {
    return messages <= 0 ? 100 : 100 * happened / messages;
  }

  /** Whether the rate was met. */
  public boolean isMet(double happened, double requiredPercent) {
    return isMet(happened, requiredPercent, 1);
  }

  /**
   * Whether the rate was met in the worst of several stretches of time, of which {@code happened}
   * is one: among many one differs more from the mean than a single one does.
   */
  public boolean isMet(double happened, double requiredPercent, long stretches) {
    return percent(happened) >= requiredPercent || messages - happened <= chance(stretches);
  }

  /** Messages that may be missing although everything that was due was sent. */
  public double chance() {
    return chance(1);
  }

  /** Messages that may be missing in the worst of several stretches of time. */
  public double chance(long stretches) {
    return betweenMessages() + sigmas(stretches) * standardDeviation();
  }

  /**
   * Shortage beyond the fixed allowance: in standard deviations of random arrivals, or in messages
   * otherwise. The highest of several intervals is the least likely one.
   */
  public double deviations(double happened) {
    double missing = messages - happened - betweenMessages();
    return arrivals.dispersion() > 0 ? missing / standardDeviation() : missing;
  }

  private double betweenMessages() {
    return arrivals.batch() * (1 + Math.sqrt(producers));
  }

  private double standardDeviation() {
    return Math.sqrt(arrivals.dispersion() * messages);
  }

  /**
   * How many standard deviations a count must be low to be no chance. P(X <= N - s sqrt(N)) is at
   * most exp(-s^2 / 2) for a Poisson count X of mean N; this keeps the bound the same for the worst
   * of several.
   */
  private static double sigmas(long stretches) {
    return Math.sqrt(SIGMAS * SIGMAS + 2 * Math.log(Math.max(1, stretches)));
  }
}
