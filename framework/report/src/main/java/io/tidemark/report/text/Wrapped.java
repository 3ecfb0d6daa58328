package io.tidemark.report.text;

import java.util.ArrayList;
import java.util.List;

/** Text broken at blanks. */
public final class Wrapped {
  /** Columns of a table on a terminal, at most. */
  public static final int WIDTH = 100;

  private Wrapped() {}

  /** Lines of at most {@code width} where words allow it; all but the first are indented. */
  public static List<String> lines(String text, int width, String indent) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > width) {
      int cut = rest.lastIndexOf(' ', width);
      if (cut <= indent.length()) {
        cut = rest.indexOf(' ', width);
      }
      if (cut < 0) {
        break;
      }
      lines.add(rest.substring(0, cut).stripTrailing());
      rest = indent + rest.substring(cut + 1);
    }
    lines.add(rest.stripTrailing());
    return lines;
  }
}
