package io.tidemark.report.document;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables of documents as CSV: numbers are not rounded to what a reader sees. */
public final class CsvRenderer {
  private static final MathContext DIGITS = new MathContext(10);

  private CsvRenderer() {}

  /** The tables one after the other, each with its caption, and an empty line between them. */
  public static String of(Document document) {
    return document.sections().stream()
        .map(CsvRenderer::of)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  /** The tables of a section. */
  public static String of(Section section) {
    return section.blocks(Table.class).stream()
        .map(CsvRenderer::of)
        .collect(Collectors.joining("\n"));
  }

  /** A table. */
  public static String of(Table table) {
    Stream<String> head =
        table.hasHead()
            ? Stream.of(line(table.head().stream().map(CsvRenderer::quoted)))
            : Stream.of();
    return Stream.concat(
            head, table.rows().stream().map(row -> line(row.stream().map(CsvRenderer::cell))))
        .collect(Collectors.joining());
  }

  private static String line(Stream<String> cells) {
    return cells.collect(Collectors.joining(",", "", "\n"));
  }

  /** A number, or a text. */
  public static String cell(Cell cell) {
    return cell.value() == null
        ? quoted(cell.text())
        : new BigDecimal(cell.value(), DIGITS).stripTrailingZeros().toPlainString();
  }

  /** A spreadsheet computes what begins like a formula; an apostrophe before it makes it text. */
  public static String quoted(String text) {
    boolean formula = startsLikeFormula(text);
    boolean quote =
        formula || text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return quote ? '"' + (formula ? "'" : "") + text.replace("\"", "\"\"") + '"' : text;
  }

  /** Also what begins with the apostrophe itself, so that a reader can take it off again. */
  public static boolean startsLikeFormula(String text) {
    return !text.isEmpty() && "=+-@\t\r'".indexOf(text.charAt(0)) >= 0;
  }
}
