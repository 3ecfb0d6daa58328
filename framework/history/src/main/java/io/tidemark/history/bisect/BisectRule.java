package io.tidemark.history.bisect;

/**
 * When a bisection is sure.
 *
 * @param confidence with which the first candidate of the new level is known
 * @param atLeast the smallest change between the two ends that matters, as a share
 */
public record BisectRule(double confidence, double atLeast) {
  /** Confidence of 95 %; changes of 2 %. */
  public static final BisectRule USUAL = new BisectRule(0.95, 0.02);

  /** Fewer runs of an end say too little about the noise. */
  static final int LEAST_OF_END = 3;

  /**
   * With this number of runs, each end shows a change of the size of the noise in four of five
   * cases.
   */
  static final int MOST_OF_END = 24;

  /**
   * Level of the test of the ends after each pair of runs: the tests together are wrong less often.
   */
  static final double LEVEL = 0.005;

  /** During the search, which runs the ends again, they must still differ at this level. */
  static final double LOST = 0.05;

  public BisectRule {
    if (!(confidence > 0.5 && confidence < 1) || !(atLeast >= 0 && atLeast < 1)) {
      throw new IllegalArgumentException("confidence " + confidence + ", at least " + atLeast);
    }
  }
}
