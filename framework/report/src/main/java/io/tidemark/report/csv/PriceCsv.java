package io.tidemark.report.csv;

import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.cost.RunPrice;
import io.tidemark.model.cost.RunPrice.Line;
import io.tidemark.report.file.ResultFiles;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code price.csv}: one row for each item that is paid for, then one for each figure. The source
 * of an item whose quantity is not known is the reason.
 */
public final class PriceCsv {
  public static final String FILE = "price.csv";

  public static final Csv<Row> TABLE =
      new Csv<Row>()
          .text("item", "what is paid for, or the name of a metric of the price", Row::item)
          .text(
              "quantity",
              "how much of it is paid for",
              row -> Digits.of(row.line.map(Line::quantity)))
          .text("unit", "unit of the quantity", row -> row.line.map(Line::unit).orElse(""))
          .text("unitPrice", "price of one unit", row -> Digits.of(row.line.map(Line::unitPrice)))
          .text(
              "amount",
              "price of a month, or the value of the metric",
              row -> Digits.of(row.amount))
          .text("currency", "currency of the prices", Row::currency)
          .text(
              "fixed",
              "true if the amount is the same at each rate",
              row -> row.line.map(line -> "" + line.fixed()).orElse(""))
          .text("source", "where the quantity comes from; why it is not known", Row::source);

  /** An item that is paid for, or a figure. */
  public record Row(
      String item, Optional<Line> line, Optional<Double> amount, String currency, String source) {}

  private PriceCsv() {}

  public static ResultFiles.Content of(RunPrice price) {
    return TABLE.of(() -> rows(price).iterator());
  }

  private static Stream<Row> rows(RunPrice price) {
    Stream<Row> missing =
        price.notAvailable().entrySet().stream()
            .map(
                each ->
                    new Row(
                        each.getKey(),
                        Optional.empty(),
                        Optional.empty(),
                        price.currency(),
                        each.getValue()));
    Stream<Row> figures =
        Stream.of(CostFigure.values())
            .filter(each -> price.figure(each).isPresent())
            .map(
                each ->
                    new Row(
                        each.metric(),
                        Optional.empty(),
                        price.figure(each),
                        price.currency(),
                        each.meaning()));
    Stream<Row> lines =
        price.lines().stream()
            .map(
                each ->
                    new Row(
                        each.item(),
                        Optional.of(each),
                        Optional.of(each.amountPerMonth()),
                        price.currency(),
                        each.source()));
    return Stream.of(lines, missing, figures).flatMap(all -> all);
  }
}
