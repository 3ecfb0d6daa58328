package io.tidemark.report.document;

import io.tidemark.model.metric.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The columns of tables, each declared once: its head, and the cell of what a row shows.
 *
 * @param <T> what a row shows
 */
public final class Columns<T> {
  private final List<String> head = new ArrayList<>();
  private final List<Function<T, Cell>> cells = new ArrayList<>();

  public Columns<T> cell(String name, Function<T, Cell> cell) {
    head.add(name);
    cells.add(cell);
    return this;
  }

  public Columns<T> text(String name, Function<T, String> text) {
    return cell(name, row -> Cell.of(text.apply(row)));
  }

  public Columns<T> number(String name, Unit unit, Function<T, ? extends Number> number) {
    return cell(name, row -> Cell.of(number.apply(row).doubleValue(), unit));
  }

  /** A cell is empty where the number is not known. */
  public Columns<T> optional(
      String name, Unit unit, Function<T, ? extends Optional<? extends Number>> number) {
    return cell(name, row -> Cell.of(number.apply(row), unit));
  }

  /** Numbers that are bad unless they are 0. */
  public Columns<T> zero(String name, Function<T, Optional<Long>> number) {
    return cell(name, row -> Cell.zero(number.apply(row)));
  }

  public List<String> head() {
    return head;
  }

  public List<Cell> row(T shown) {
    return cells.stream().map(cell -> cell.apply(shown)).toList();
  }

  /** Whose rows are texts on terminals. */
  public Table list(Stream<? extends T> rows) {
    return new Table("", head, rows.map(this::row).toList(), true);
  }

  public Table table(String caption, Stream<? extends T> rows) {
    return new Table(caption, head, rows.map(this::row).toList());
  }
}
