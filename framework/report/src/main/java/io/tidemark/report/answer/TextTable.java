package io.tidemark.report.answer;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, as wide as they need to be: the first ones left-aligned, the others right. */
final class TextTable {
  private static final String GAP = "  ";

  private final int leftColumns;
  private final List<List<String>> rows = new ArrayList<>();

  TextTable(int leftColumns) {
    this.leftColumns = leftColumns;
  }

  TextTable row(List<String> cells) {
    rows.add(List.copyOf(cells));
    return this;
  }

  /** One string for each row, without blanks at the end. */
  List<String> lines() {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String cell = row.get(i);
      String blanks = " ".repeat(widths[i] - width(cell));
      line.append(i == 0 ? "" : GAP).append(i < leftColumns ? cell + blanks : blanks + cell);
    }
    return line.toString().stripTrailing();
  }

  /** Colours take no room. */
  private static int width(String text) {
    String visible = text.replaceAll("\u001b\\[[0-9;]*m", "");
    return visible.codePointCount(0, visible.length());
  }
}
