package io.tidemark.driver.testkit;

/**
 * A rule that a driver must keep, with its check. The JUnit kit and the command {@code
 * bin/benchmark conformance} run the same objects.
 *
 * @param number chapter and rule, such as {@code 3.1}
 * @param text the rule in one sentence
 */
public record Rule(String number, Level level, String text, Check check) {

  /** A driver that violates a rule of level MUST or MAY is not conformant. */
  public enum Level {
    /** For every driver. */
    MUST,
    /** For every driver; the statement lists violations, and the driver can still be conformant. */
    SHOULD,
    /** For drivers with an optional capability; not tried with others. */
    MAY
  }

  /**
   * Fails with an {@link AssertionError} or an exception, or throws {@link
   * ConformanceBench.NotTried}.
   */
  interface Check {
    void check(ConformanceBench bench) throws Exception;
  }

  /** Whether this is the number of its chapter, such as {@code 3}, or its own. */
  public boolean isOf(String chapterOrNumber) {
    return number.equals(chapterOrNumber) || number.startsWith(chapterOrNumber + ".");
  }

  static Rule must(String number, String text, Check check) {
    return new Rule(number, Level.MUST, text, check);
  }

  static Rule should(String number, String text, Check check) {
    return new Rule(number, Level.SHOULD, text, check);
  }

  static Rule may(String number, String text, Check check) {
    return new Rule(number, Level.MAY, text, check);
  }

  @Override
  public String toString() {
    return number + " " + text;
  }
}
