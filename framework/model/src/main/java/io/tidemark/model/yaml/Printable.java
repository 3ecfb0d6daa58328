package io.tidemark.model.yaml;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Text from outside as it may go to a terminal: without control characters, of limited length. */
public final class Printable {
  private static final int HEAD = 400;
  private static final int TAIL = 800;
  private static final String CUT = "...";

  private Printable() {}

  /** One line; the middle of a long one is left out, since messages end with what is allowed. */
  public static String message(String text) {
    return text.length() <= HEAD + TAIL
        ? escaped(text)
        : escaped(text.substring(0, HEAD))
            + " "
            + CUT
            + " "
            + escaped(text.substring(text.length() - TAIL));
  }

  /** Text of any length; line feeds stay. */
  public static String text(String text) {
    return Arrays.stream(text.split("\n", -1))
        .map(Printable::escaped)
        .collect(Collectors.joining("\n"));
  }

  /** Control characters, and those that change the direction of text, by their numbers. */
  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : text.toCharArray()) {
      escaped.append(
          isHarmless(c) ? String.valueOf(c) : String.format(Locale.ROOT, "\\u%04x", (int) c));
    }
    return escaped.toString();
  }

  private static boolean isHarmless(char c) {
    return c == '\t'
        || switch (Character.getType(c)) {
          case Character.CONTROL,
              Character.FORMAT,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR ->
              false;
          default -> true;
        };
  }
}
