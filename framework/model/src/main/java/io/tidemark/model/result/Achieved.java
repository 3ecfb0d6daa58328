package io.tidemark.model.result;

/**
 * What was achieved in some time, to be compared with what was intended in it.
 *
 * @param ratePerSecond of all that happened in that time, whenever it had been intended
 * @param messages that were intended in that time, whenever they happened
 * @param seconds how long it was
 */
public record Achieved(double ratePerSecond, long messages, double seconds) {
  /**
   * In percent, the smaller one of two shares: by when things happened, and of the messages that
   * were intended in this time. What a warm-up still owed makes the first one larger.
   */
  public double percentOf(double intendedPerSecond) {
    return 100 * Math.min(ratePerSecond, messages / seconds) / intendedPerSecond;
  }

  /** The smaller one of the two counts: to be compared with the messages {@link Intended}. */
  public double fewerMessages() {
    return Math.min(ratePerSecond * seconds, messages);
  }
}
