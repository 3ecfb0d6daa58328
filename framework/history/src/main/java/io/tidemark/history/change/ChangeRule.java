package io.tidemark.history.change;

/**
 * When a change of the level is one.
 *
 * @param window values that are searched at a time; windows overlap by half
 * @param level of significance of a change
 * @param leastChange smaller ones are none, as a share
 * @param leastRuns values of a level: fewer are outliers
 */
public record ChangeRule(int window, double level, double leastChange, int leastRuns) {
  /** The rule that simulations chose: build/benchmarks/history/README.md. */
  public static final ChangeRule USUAL = new ChangeRule(50, 0.0002, 0.01, 3);

  /** Candidates are found at a weaker level first. */
  private static final double FIRST_LEVEL_FACTOR = 10;

  private static final double MOST_STRICT = 0.05;
  private static final double HALF = 0.5;

  double firstLevel() {
    if (level < MOST_STRICT) {
      return FIRST_LEVEL_FACTOR * level;
    }
    return level < HALF ? 2 * level : level;
  }
}
