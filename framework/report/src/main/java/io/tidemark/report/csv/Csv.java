package io.tidemark.report.csv;

import io.tidemark.model.result.Latencies;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.CsvRenderer;
import io.tidemark.report.file.ResultFiles;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A CSV table: each column is declared once, with its name, its meaning and the cell of a row.
 * Decimals have a point in every locale.
 *
 * @param <T> what a row shows
 */
public final class Csv<T> {
  private static final int DECIMALS = 3;

  /**
   * A column.
   *
   * @param meaning what its cells are, without a full stop
   */
  public record Column<T>(String name, String meaning, Function<T, String> cell) {}

  private final List<Column<T>> columns = new ArrayList<>();

  public List<Column<T>> columns() {
    return Collections.unmodifiableList(columns);
  }

  public Csv<T> text(String name, String meaning, Function<T, String> cell) {
    columns.add(new Column<>(name, meaning, row -> CsvRenderer.quoted(cell.apply(row))));
    return this;
  }

  /** A cell as the tables of documents have it in files. */
  public Csv<T> cell(String name, String meaning, Function<T, Cell> cell) {
    columns.add(new Column<>(name, meaning, row -> CsvRenderer.cell(cell.apply(row))));
    return this;
  }

  /** A cell is empty where the number is null. */
  public Csv<T> number(String name, String meaning, Function<T, ? extends Number> cell) {
    columns.add(new Column<>(name, meaning, row -> number(cell.apply(row))));
    return this;
  }

  /** All decimals: what other figures are computed from. */
  Csv<T> exact(String name, String meaning, ToDoubleFunction<T> cell) {
    columns.add(
        new Column<>(
            name,
            meaning,
            row -> {
              double number = cell.applyAsDouble(row);
              return Double.isFinite(number) ? plain(BigDecimal.valueOf(number)) : "";
            }));
    return this;
  }

  /** A cell is empty where the number is. */
  Csv<T> optional(
      String name, String meaning, Function<T, ? extends Optional<? extends Number>> cell) {
    columns.add(new Column<>(name, meaning, row -> cell.apply(row).map(Csv::number).orElse("")));
    return this;
  }

  /** The table after something was added to it. */
  Csv<T> with(Consumer<Csv<T>> added) {
    added.accept(this);
    return this;
  }

  boolean has(String name) {
    return columns.stream().anyMatch(column -> column.name().equals(name));
  }

  /** Each statistic of each measure; without latencies only their count is known, 0. */
  Csv<T> latencies(
      List<Measure> measures,
      List<LatencyMicros.Statistic> statistics,
      Function<T, Latencies> latencies) {
    for (Measure measure : measures) {
      for (LatencyMicros.Statistic statistic : statistics) {
        number(
            measure.key() + statistic.column(),
            "%s (%s): %s".formatted(measure.words(), measure.meaning(), statistic.meaning()),
            row -> latencies.apply(row).get(measure).map(statistic::of).orElse(statistic.ofNone()));
      }
    }
    return this;
  }

  public ResultFiles.Content of(Iterable<T> rows) {
    return out -> {
      out.write(line(Column::name));
      for (T row : rows) {
        out.write(line(column -> column.cell().apply(row)));
      }
    };
  }

  private byte[] line(Function<Column<T>, String> cell) {
    List<String> cells = columns.stream().map(cell).toList();
    return (String.join(",", cells) + '\n').getBytes(StandardCharsets.UTF_8);
  }

  private static String unquoted(String cell) {
    return cell.startsWith("'") && CsvRenderer.startsLikeFormula(cell.substring(1))
        ? cell.substring(1)
        : cell;
  }

  /** The cells of a row that this class wrote. */
  public static List<String> cells(String row) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    char before = 0;
    for (char next : row.toCharArray()) {
      if (next == '"') {
        if (!quoted && before == '"') {
          cell.append(next); // The second one of two stands for itself.
        }
        quoted = !quoted;
      } else if (next == ',' && !quoted) {
        cells.add(unquoted(cell.toString()));
        cell.setLength(0);
      } else {
        cell.append(next);
      }
      before = next;
    }
    cells.add(unquoted(cell.toString()));
    return cells;
  }

  private static String number(@Nullable Number number) {
    if (number == null) {
      return "";
    }
    return number instanceof Double fraction ? decimal(fraction, DECIMALS) : number.toString();
  }

  /** Rounded, without trailing zeros; empty for what is no number. */
  public static String decimal(double number, int decimals) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return "";
    }
    return plain(BigDecimal.valueOf(number).setScale(decimals, RoundingMode.HALF_UP));
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
