package io.tidemark.report.text;

import java.util.regex.Pattern;

/** Text in which what belongs together stays in one line: {@code 67 %}, {@code n = 3}. */
public final class Unbroken {
  /** A blank that is no place for the end of a line. */
  public static final char BLANK = '\u00a0';

  private static final Pattern UNIT =
      Pattern.compile(
          "(?<=\\d) (?=(?:%|ns|us|µs|ms|s|min|h|B|[kKMG]i?B|msg/s|times|[A-Z]{3}|(?:run|node|site|"
              + "step|trial|message|requester)s?)(?![A-Za-z0-9]))");

  private static final Pattern EQUATION = Pattern.compile("(\\w) = (?=\\w)");

  private Unbroken() {}

  /** With {@link #BLANK} between numbers and their units, and around an equals sign. */
  public static String of(String text) {
    String units = UNIT.matcher(text).replaceAll(String.valueOf(BLANK));
    return EQUATION.matcher(units).replaceAll("$1" + BLANK + "=" + BLANK);
  }

  /** With usual blanks again. */
  public static String undone(String text) {
    return text.replace(BLANK, ' ');
  }
}
