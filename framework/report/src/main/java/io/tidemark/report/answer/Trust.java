package io.tidemark.report.answer;

/**
 * What an answer can be used for. docs/reference/verdict.md states the rule.
 *
 * @param why without a full stop; empty text if there is nothing to say
 */
public record Trust(Level level, String why) {

  /** From the best to the worst. */
  public enum Level {
    USABLE("Can be used"),
    ROUGH("Rough figures only"),
    UNUSABLE("Do not use these figures");

    private final String words;

    Level(String words) {
      this.words = words;
    }
  }

  /** {@code Rough figures only: recovery times are inaccurate by up to 187 ms.}. */
  public String sentence() {
    return level.words + (why.isEmpty() ? "" : ": " + why) + ".";
  }
}
