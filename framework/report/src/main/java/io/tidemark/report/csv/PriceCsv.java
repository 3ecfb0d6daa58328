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

  private record Row(String item, Optional<Line> line, Optional<Double> amount, String source) {
    Row(Line line) {
      this(line.item(), Optional.of(line), Optional.of(line.amountPerMonth()), line.source());
    }
  }

  private PriceCsv() {}

  public static ResultFiles.Content of(RunPrice price) {
    return new Csv<Row>()
        .text("item", Row::item)
        .text("quantity", row -> Digits.of(row.line.map(Line::quantity)))
        .text("unit", row -> row.line.map(Line::unit).orElse(""))
        .text("unitPrice", row -> Digits.of(row.line.map(Line::unitPrice)))
        .text("amount", row -> Digits.of(row.amount))
        .text("currency", row -> price.currency())
        .text("fixed", row -> row.line.map(line -> "" + line.fixed()).orElse(""))
        .text("source", Row::source)
        .of(() -> rows(price).iterator());
  }

  private static Stream<Row> rows(RunPrice price) {
    Stream<Row> missing =
        price.notAvailable().entrySet().stream()
            .map(
                each ->
                    new Row(each.getKey(), Optional.empty(), Optional.empty(), each.getValue()));
    Stream<Row> figures =
        Stream.of(CostFigure.values())
            .filter(each -> price.figure(each).isPresent())
            .map(
                each ->
                    new Row(each.metric(), Optional.empty(), price.figure(each), each.meaning()));
    return Stream.of(price.lines().stream().map(Row::new), missing, figures).flatMap(all -> all);
  }
}
