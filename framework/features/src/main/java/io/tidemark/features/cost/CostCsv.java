package io.tidemark.features.cost;

import io.tidemark.features.cost.Efficiency.Figure;
import io.tidemark.features.cost.Efficiency.Use;
import io.tidemark.features.cost.RunPrice.Line;
import io.tidemark.model.metric.Unit;
import io.tidemark.report.csv.Csv;
import io.tidemark.report.document.Cell;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.store.RunFormats.AddedFormats;
import io.tidemark.report.store.RunFormats.RunFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code efficiency.csv}: one row for each figure of each measured phase, and of all of them
 * together. {@code price.csv}: one row for each item that is paid for, then one for each figure.
 * The source of what is not known is the reason.
 */
public final class CostCsv implements AddedFormats {
  private static final Csv<Used> EFFICIENCY =
      new Csv<Used>()
          .text(
              "phase",
              "name of the phase, or of all measured phases together",
              row -> row.use.phase())
          .number(
              "deliveredMessages",
              "messages delivered in the phase, by which costs are divided",
              row -> row.use.deliveredMessages())
          .text("figure", "name of the cost, as in `efficiency.figures`", row -> row.of.key())
          .cell(
              "value",
              "the cost without what the idle system used",
              row -> Cell.of(row.figure().map(Figure::value), Unit.RATIO))
          .cell(
              "idle",
              "what the idle system used, which was subtracted",
              row -> Cell.of(row.figure().flatMap(Figure::idle), Unit.RATIO))
          .text(
              "source",
              "where the figure comes from; why it is not available",
              row ->
                  row.figure()
                      .map(Figure::source)
                      .orElse(row.use.notAvailable().getOrDefault(row.of.key(), "")));
  private static final Csv<Paid> PRICE =
      new Csv<Paid>()
          .text("item", "what is paid for, or the name of a metric of the price", Paid::item)
          .cell("quantity", "how much of it is paid for", Paid::quantity)
          .text("unit", "unit of the quantity", Paid::unit)
          .cell("unitPrice", "price of one unit", Paid::unitPrice)
          .cell(
              "amount",
              "price of a month, or the value of the metric",
              row -> Cell.of(row.amount, Unit.RATIO))
          .text("currency", "currency of the prices", Paid::currency)
          .text(
              "fixed",
              "true if the amount is the same at each rate",
              row -> row.line.map(line -> "" + line.fixed()).orElse(""))
          .text("source", "where the quantity comes from; why it is not known", Paid::source);

  /** A figure of a phase. */
  record Used(Use use, CostFigure of) {
    private Optional<Figure> figure() {
      return use.figure(of);
    }
  }

  /** An item that is paid for, or a figure. */
  record Paid(
      String item, Optional<Line> line, Optional<Double> amount, String currency, String source) {
    /** A figure, or an item that is not known. */
    static Paid of(String item, Optional<Double> amount, String currency, String source) {
      return new Paid(item, Optional.empty(), amount, currency, source);
    }

    /** The items of a price. */
    static Stream<Paid> lines(RunPrice price) {
      return price.lines().stream()
          .map(
              each ->
                  new Paid(
                      each.item(),
                      Optional.of(each),
                      Optional.of(each.amountPerMonth()),
                      price.currency(),
                      each.source()));
    }

    Cell quantity() {
      return Cell.of(line.map(Line::quantity), Unit.RATIO);
    }

    String unit() {
      return line.map(Line::unit).orElse("");
    }

    Cell unitPrice() {
      return Cell.of(line.map(Line::unitPrice), Unit.RATIO);
    }
  }

  @Override
  public List<RunFormat> formats() {
    return List.of(
        new RunFormat(
            "efficiency.csv",
            "one row for each figure of efficiency and phase",
            EFFICIENCY.columns(),
            run -> run.part(Efficiency.PART).map(CostCsv::of)),
        new RunFormat(
            "price.csv",
            "with prices: one row for each item that is paid for, and for each figure",
            PRICE.columns(),
            run -> run.part(RunPrice.PART).map(CostCsv::of)));
  }

  private static ResultFiles.Content of(Efficiency efficiency) {
    return EFFICIENCY.of(
        () ->
            Stream.concat(efficiency.phases().stream(), Stream.of(efficiency.totals()))
                .flatMap(use -> CostFigure.ofEfficiency().stream().map(each -> new Used(use, each)))
                .iterator());
  }

  private static ResultFiles.Content of(RunPrice price) {
    Stream<Paid> missing =
        price.notAvailable().entrySet().stream()
            .map(
                each ->
                    Paid.of(each.getKey(), Optional.empty(), price.currency(), each.getValue()));
    Stream<Paid> figures =
        Stream.of(CostFigure.values())
            .filter(each -> price.figure(each).isPresent())
            .map(
                each ->
                    Paid.of(each.metric(), price.figure(each), price.currency(), each.meaning()));
    return PRICE.of(Stream.of(Paid.lines(price), missing, figures).flatMap(all -> all).toList());
  }
}
