package io.tidemark.report.document;

import io.tidemark.model.metric.Unit;
import io.tidemark.report.document.Block.Drawing;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Block.Statements;
import io.tidemark.report.document.Cell.Part;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.report.text.TerminalStyle.Unbroken;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Documents on a terminal, at most 100 columns wide. Of a table that does not fit the widest text
 * is broken; if that is not enough, a single row is a list of names and values, and several rows
 * are divided into several tables.
 */
public final class TerminalRenderer {
  /** Columns of a terminal. */
  public static final int WIDTH = 100;

  /** Limit of the rows of a table; the files of a run have all. */
  private static final int MOST_ROWS = 60;

  private static final int NARROWEST = 20;

  /** Cells in the first line of a row that is a text. */
  private static final int LISTED = 3;

  /** Columns that each part of a divided table has. */
  private static final int MOST_NAMES = 2;

  private static final String GAP = "  ";
  private static final String INDENT = "  ";

  private final TerminalStyle style;
  private final int width;

  public TerminalRenderer(TerminalStyle style) {
    this(style, WIDTH);
  }

  /** Creates a renderer for a narrower terminal. */
  public TerminalRenderer(TerminalStyle style, int width) {
    this.style = style;
    this.width = width;
  }

  /** Lines, each ended by a line feed. */
  public String render(Document document) {
    List<String> lines = new ArrayList<>();
    if (!document.title().isEmpty()) {
      hanging(parts(document.title()), width, INDENT).forEach(line -> lines.add(style.bold(line)));
    }
    Block before = null;
    for (Block block : document.opening()) {
      if (before instanceof Paragraph && !(block instanceof Paragraph)) {
        lines.add(style.rule(width));
      } else if (before != null && !before.getClass().equals(block.getClass())) {
        lines.add("");
      }
      lines.addAll(block instanceof Drawing drawing ? drawing.text(style) : lines(block, width));
      before = block;
    }
    if (before instanceof Paragraph) {
      lines.add(style.rule(width));
    }
    document.sections().forEach(section -> lines.addAll(lines(section)));
    return String.join("\n", lines) + "\n";
  }

  /** An empty line, the title, and the blocks. */
  public List<String> lines(Section section) {
    List<String> lines = new ArrayList<>();
    if (!section.isEmpty()) {
      lines.add("");
      lines.add(style.bold(shown(section.title())));
      content(section).forEach(line -> lines.add(line.isEmpty() ? "" : INDENT + line));
    }
    return lines;
  }

  /** The blocks without title and indent. */
  public List<String> content(Section section) {
    List<String> lines = new ArrayList<>();
    for (Block block : section.blocks()) {
      List<String> added = lines(block, width - INDENT.length());
      boolean table = block instanceof Table && !lines.isEmpty();
      lines.addAll(table ? List.of("") : List.of());
      lines.addAll(added);
    }
    return lines;
  }

  private List<String> lines(Block block, int width) {
    if (block instanceof Table table) {
      return table(table, width);
    }
    if (block instanceof Paragraph paragraph) {
      return hanging(paragraph.content().parts(), width, INDENT);
    }
    if (block instanceof Statements statements) {
      return statements.statements().stream()
          .flatMap(
              each ->
                  hanging(Cell.of(each.sentence(), each.tone()).parts(), width, INDENT).stream())
          .toList();
    }
    if (block instanceof Drawing) {
      return List.of();
    }
    Block.Text text = (Block.Text) block;
    List<String> lines = new ArrayList<>(List.of(shown(text.title())));
    text.text().lines().forEach(line -> lines.add(INDENT + shown(line)));
    return lines;
  }

  private List<String> table(Table all, int width) {
    Table table = all.hasHead() ? all.first(MOST_ROWS) : all;
    List<String> lines = new ArrayList<>();
    if (!table.caption().isEmpty() && !all.rows().isEmpty()) {
      lines.addAll(hanging(parts(table.caption()), width, INDENT));
    }
    List<List<Cell>> rows = new ArrayList<>();
    if (table.hasHead()) {
      rows.add(table.head().stream().map(Cell::of).toList());
    }
    rows.addAll(table.rows());
    if (table.list()) {
      table.rows().forEach(row -> lines.addAll(listed(table.head(), row, width)));
      return left(all, table, lines);
    }
    int[] widths = new int[table.head().size()];
    rows.forEach(
        row -> {
          for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], width(row.get(i).parts()));
          }
        });
    int[] broken = broken(widths, least(table, rows), width);
    if (all(broken) <= width || widths.length <= 2) {
      rows.forEach(row -> lines.addAll(row(table, row, broken)));
    } else {
      lines.addAll(table.rows().size() == 1 ? single(table, width) : divided(table, widths, width));
    }
    return left(all, table, lines);
  }

  /** Adds the number of rows that are left out. */
  private static List<String> left(Table all, Table shown, List<String> lines) {
    int left = all.rows().size() - shown.rows().size();
    if (left > 0) {
      lines.add("and " + Unit.COUNT.text(left) + " more");
    }
    return lines;
  }

  /** The first cells as one text, and each other one, with its name, on a line of its own. */
  private List<String> listed(List<String> head, List<Cell> row, int width) {
    List<Part> first = new ArrayList<>();
    for (Cell cell : row.subList(0, Math.min(LISTED, row.size()))) {
      first.addAll(first.isEmpty() ? List.of() : parts(GAP));
      first.addAll(cell.parts());
    }
    List<String> lines = hanging(first, width, INDENT);
    for (int i = LISTED; i < row.size(); i++) {
      if (!row.get(i).text().isEmpty()) {
        lines.addAll(
            hanging(
                parts(INDENT + head.get(i) + ": " + row.get(i).text()), width, INDENT + INDENT));
      }
    }
    return lines;
  }

  /** The longest word of each column; numbers are not broken. */
  private int[] least(Table table, List<List<Cell>> rows) {
    int[] least = new int[table.head().size()];
    for (List<Cell> row : rows) {
      for (int i = 0; i < least.length; i++) {
        String text = shown(row.get(i).text());
        String[] words =
            table.isNumeric(i) ? new String[] {text} : Unbroken.of(text).split(" ", -1);
        for (String word : words) {
          least[i] = Math.max(Math.max(NARROWEST, least[i]), width(word));
        }
      }
    }
    return least;
  }

  /** Widths of columns of which the widest texts are broken as far as it is needed. */
  private static int[] broken(int[] widths, int[] least, int width) {
    int[] broken = widths.clone();
    while (all(broken) > width) {
      int widest =
          IntStream.range(0, widths.length)
              .filter(i -> broken[i] > least[i])
              .reduce((one, other) -> broken[other] >= broken[one] ? other : one)
              .orElse(-1);
      if (widest < 0) {
        return broken;
      }
      broken[widest]--;
    }
    return broken;
  }

  private static int all(int[] widths) {
    return IntStream.of(widths).sum() + GAP.length() * (widths.length - 1);
  }

  private List<String> row(Table table, List<Cell> row, int[] widths) {
    List<List<List<Part>>> cells = new ArrayList<>();
    for (int i = 0; i < widths.length; i++) {
      cells.add(wrapped(row.get(i).parts(), widths[i], 0));
    }
    int height = cells.stream().mapToInt(List::size).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int y = 0; y < height; y++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        List<Part> parts = y < cells.get(i).size() ? cells.get(i).get(y) : List.of();
        String blanks = " ".repeat(Math.max(0, widths[i] - width(parts)));
        line.append(i == 0 ? "" : GAP)
            .append(table.isNumeric(i) ? blanks + coloured(parts) : coloured(parts) + blanks);
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /** A name and a value in each line. */
  private List<String> single(Table table, int width) {
    List<List<Cell>> rows = new ArrayList<>();
    for (int i = 0; i < table.head().size(); i++) {
      Cell cell = table.rows().get(0).get(i);
      rows.add(List.of(Cell.of(table.head().get(i)), new Cell(cell.parts(), null, cell.link())));
    }
    return table(Table.ofFields(rows), width);
  }

  /** Several tables, each with the first columns, which name the rows. */
  private List<String> divided(Table table, int[] widths, int width) {
    int names = 1;
    while (names < Math.min(MOST_NAMES, widths.length - 2) && !table.isNumeric(names)) {
      names++;
    }
    List<String> lines = new ArrayList<>();
    for (int next = names; next < widths.length; ) {
      List<Integer> columns = new ArrayList<>(IntStream.range(0, names).boxed().toList());
      int used =
          IntStream.range(0, names).map(i -> Math.min(widths[i], NARROWEST) + GAP.length()).sum();
      do {
        columns.add(next);
        used += widths[next] + GAP.length();
        next++;
      } while (next < widths.length
          && used + widths[next] <= width
          && columns.size() < widths.length - 1);
      lines.addAll(lines.isEmpty() ? List.of() : List.of(""));
      lines.addAll(table(table.columns(columns), width));
    }
    return lines;
  }

  /** Lines of at most {@code width} where words allow it; all but the first are indented. */
  private List<String> hanging(List<Part> parts, int width, String indent) {
    List<String> lines = new ArrayList<>();
    for (List<Part> line : wrapped(parts, width, indent.length())) {
      lines.add((lines.isEmpty() ? "" : indent) + coloured(line));
    }
    return lines;
  }

  private List<List<Part>> wrapped(List<Part> parts, int width, int indent) {
    List<List<Part>> words = new ArrayList<>(List.of(new ArrayList<>()));
    for (Part part : parts) {
      String[] texts = Unbroken.of(shown(part.text())).split(" ", -1);
      for (int i = 0; i < texts.length; i++) {
        if (i > 0) {
          words.add(new ArrayList<>());
        }
        words.get(words.size() - 1).add(new Part(texts[i], part.tone()));
      }
    }
    List<List<Part>> lines = new ArrayList<>();
    int used = 0;
    for (List<Part> word : words) {
      int length = width(word);
      if (lines.isEmpty() || used > (lines.size() > 1 ? indent : 0) && used + 1 + length > width) {
        lines.add(new ArrayList<>(word));
        used = (lines.size() > 1 ? indent : 0) + length;
      } else {
        List<Part> line = lines.get(lines.size() - 1);
        boolean same = !line.isEmpty() && line.get(line.size() - 1).tone() == word.get(0).tone();
        line.add(new Part(" ", same ? word.get(0).tone() : Tone.NONE));
        line.addAll(word);
        used += 1 + length;
      }
    }
    return lines;
  }

  private String coloured(List<Part> parts) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < parts.size(); ) {
      Tone tone = parts.get(i).tone();
      StringBuilder same = new StringBuilder();
      for (; i < parts.size() && parts.get(i).tone() == tone; i++) {
        same.append(parts.get(i).text());
      }
      String whole = Unbroken.undone(shown(same.toString()));
      text.append(whole.isEmpty() ? "" : coloured(whole, tone));
    }
    return text.toString();
  }

  private String coloured(String text, Tone tone) {
    return switch (tone) {
      case NONE -> text;
      case GOOD -> style.good(text);
      case WARNING -> style.warning(text);
      case BAD -> style.bad(text);
    };
  }

  private int width(List<Part> parts) {
    return parts.stream().mapToInt(part -> width(shown(part.text()))).sum();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  private static List<Part> parts(String text) {
    return Cell.of(text).parts();
  }

  private String shown(String text) {
    return style.shown(text);
  }
}
