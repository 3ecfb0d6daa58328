package io.tidemark.runs.watch;

import io.tidemark.model.yaml.Printable;
import io.tidemark.report.text.TerminalStyle;

/** Text by the columns that it takes on a terminal. Colours take none. */
final class Columns {
  private static final char ESCAPE = '\u001b';

  /** Characters of East Asian scripts and emoji take two columns, but not those for drawing. */
  private static final int FIRST_WIDE = 0x1100;

  private Columns() {}

  static int of(String text) {
    return (int) text.replaceAll(ESCAPE + "\\[[0-9;]*m", "").codePoints().map(Columns::of).sum();
  }

  private static int of(int codePoint) {
    boolean drawing = codePoint >= 0x2000 && codePoint < 0x2600;
    return codePoint >= FIRST_WIDE && !drawing ? 2 : 1;
  }

  /** The beginning of a text, with the end of its colour. Control characters are escaped. */
  static String cut(String text, int columns) {
    StringBuilder cut = new StringBuilder();
    int left = columns;
    boolean coloured = false;
    for (int i = 0; i < text.length(); ) {
      int end = text.charAt(i) == ESCAPE ? text.indexOf('m', i) : -1;
      if (end > 0) {
        cut.append(text, i, end + 1);
        coloured = true;
        i = end + 1;
        continue;
      }
      int codePoint = text.codePointAt(i);
      left -= of(codePoint);
      if (left < 0) {
        break;
      }
      cut.appendCodePoint(codePoint);
      i += Character.charCount(codePoint);
    }
    return coloured && left < 0 ? cut + TerminalStyle.RESET : cut.toString();
  }

  static String ascii(String text) {
    return text.replaceAll("[^\\p{ASCII}]", "?");
  }

  /** Text from outside, without control characters. */
  static String printable(String text) {
    return Printable.message(text).replace('\t', ' ');
  }
}
