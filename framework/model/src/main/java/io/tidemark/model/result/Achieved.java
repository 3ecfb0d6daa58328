package io.tidemark.model.result;

/**
 * Achieved messages in a time, for comparison with the intended ones.
 *
 * @param ratePerSecond of all that happened in that time, whenever it had been intended
 * @param messages that were intended in that time, whenever they happened
 * @param seconds how long it was
 */
public record Achieved(double ratePerSecond, long messages, double seconds) {
  /**
   * In percent, the smaller one of two shares: by time, and by intention. Overdue messages of a
   * warm-up increase the first one.
   */
  public double percentOf(double intendedPerSecond) {
    return 100 * Math.min(ratePerSecond, messages / seconds) / intendedPerSecond;
  }

  /** The smaller one of the two counts: to be compared with the messages {@link Intended}. */
  public double fewerMessages() {
    return Math.min(ratePerSecond * seconds, messages);
  }
}
