package io.tidemark.report.answer;

import java.util.ArrayList;
import java.util.List;

/** Text broken at blanks. */
final class Wrapped {
  private Wrapped() {}

  /** Lines of at most {@code width} where words allow it; all but the first are indented. */
  static List<String> lines(String text, int width, String indent) {
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
