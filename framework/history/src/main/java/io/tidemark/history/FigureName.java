package io.tidemark.history;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of a figure that is no metric of runs, in a {@link FiguresFile}: its end says what it
 * is.
 */
public record FigureName(String key) {
  /** What the names can end with. */
  public enum Kind {
    /** Each second; a higher one is better. */
    RATE("Rate", "1/s"),
    /** Without a unit; a higher one is better. */
    RATIO("Ratio", ""),
    /** Microseconds; fewer are better. */
    MICROS("Micros", "us");

    private final String end;
    private final String unit;

    Kind(String end, String unit) {
      this.end = end;
      this.unit = unit;
    }

    public String unit() {
      return unit;
    }
  }

  /** What a name must look like, for messages. */
  public static final String FORM = "letters and digits that end with Rate, Ratio or Micros";

  private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9]*(Rate|Ratio|Micros)");

  /** Empty for a text that is no such name. */
  public static Optional<FigureName> parse(String text) {
    return NAME.matcher(text).matches() ? Optional.of(new FigureName(text)) : Optional.empty();
  }

  public Kind kind() {
    for (Kind each : Kind.values()) {
      if (key.endsWith(each.end)) {
        return each;
      }
    }
    throw new IllegalStateException(key); // The pattern has no other ends.
  }
}
