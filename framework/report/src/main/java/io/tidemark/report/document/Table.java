package io.tidemark.report.document;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table; columns without content are left out.
 *
 * @param caption empty if the title of the section says it
 * @param rows cells in the order of the head; the first one names the row
 * @param list whether a row is a text on terminals: its first cells, and below them the others
 */
public record Table(String caption, List<String> head, List<List<Cell>> rows, boolean list)
    implements Block {
  public Table {
    List<List<Cell>> all = rows;
    List<Integer> columns =
        IntStream.range(0, head.size())
            .filter(i -> all.stream().anyMatch(row -> !row.get(i).text().isEmpty()))
            .boxed()
            .toList();
    head = columns.stream().map(head::get).toList();
    rows = all.stream().map(row -> columns.stream().map(row::get).toList()).toList();
  }

  public Table(String caption, List<String> head, List<List<Cell>> rows) {
    this(caption, head, rows, false);
  }

  /** Returns a table with a name and a text in each row, in this order. */
  public static Table ofFields(List<List<Cell>> rows) {
    return new Table("", List.of("", ""), rows);
  }

  /** A row of fields; one without a name continues the row before. */
  public static List<Cell> field(String name, String text) {
    return List.of(Cell.of(name), Cell.of(text));
  }

  /** Rows of which only the first one has the name. */
  public static List<List<Cell>> fields(String name, List<String> texts) {
    return IntStream.range(0, texts.size())
        .mapToObj(i -> field(i == 0 ? name : "", texts.get(i)))
        .toList();
  }

  @Override
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Whether its columns have names. */
  public boolean hasHead() {
    return head.stream().anyMatch(title -> !title.isEmpty());
  }

  /** Whether a column has numbers, which stand on the right. */
  public boolean isNumeric(int column) {
    return rows.stream().anyMatch(row -> row.get(column).value() != null);
  }

  /** Some of the columns, without a caption. */
  Table columns(List<Integer> columns) {
    return new Table(
        "",
        columns.stream().map(head::get).toList(),
        rows.stream().map(row -> columns.stream().map(row::get).toList()).toList());
  }

  /** The first rows. */
  public Table first(int most) {
    return new Table(
        caption, head, new ArrayList<>(rows.subList(0, Math.min(most, rows.size()))), list);
  }
}
