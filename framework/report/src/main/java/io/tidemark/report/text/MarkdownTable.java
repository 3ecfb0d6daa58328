package io.tidemark.report.text;

import io.tidemark.model.yaml.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table in GitHub's Markdown, without the columns that have no content. */
public final class MarkdownTable {
  private final IntPredicate numeric;
  private final List<String> head;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param leftColumns how many of the first columns are texts; the others are numbers
   */
  public MarkdownTable(int leftColumns, List<String> head) {
    this(head, column -> column >= leftColumns);
  }

  /**
   * @param numeric whether a column has numbers, which stand on the right
   */
  public MarkdownTable(List<String> head, IntPredicate numeric) {
    this.head = head.stream().map(MarkdownTable::escaped).toList();
    this.numeric = numeric;
  }

  public void row(List<String> cells) {
    rows.add(cells.stream().map(MarkdownTable::escaped).toList());
  }

  /** Text that is shown as it is, in one line. */
  public static String escaped(String text) {
    return Printable.text(text.replaceAll("\\s+", " "))
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replaceAll("([\\\\`*_|\\[\\]])", "\\\\$1");
  }

  public List<String> lines() {
    List<Integer> columns =
        IntStream.range(0, head.size())
            .filter(i -> rows.stream().anyMatch(row -> !row.get(i).isEmpty()))
            .boxed()
            .toList();
    List<String> rule = columns.stream().map(i -> numeric.test(i) ? "---:" : "---").toList();
    return Stream.concat(
            Stream.of(line(columns.stream().map(head::get).toList()), line(rule)),
            rows.stream().map(row -> line(columns.stream().map(row::get).toList())))
        .toList();
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }
}
