package io.tidemark.report.section;

import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.cost.RunPrice;
import io.tidemark.model.cost.RunPrice.Line;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.section.ShownRuns.Rows;
import io.tidemark.report.section.ShownRuns.ShownRun;
import java.util.Optional;

/** What the systems of runs cost in a month: each line with its inputs. */
public final class PriceSection {
  private static final String NOTE =
      "Each amount is quantity x unit price. Amounts that are not fixed grow with the rate, with the"
          + " same use for each message. The prices are those of the driver or study file.";

  private PriceSection() {}

  public static Section of(ShownRuns runs) {
    Rows rows =
        runs.rows("", "quantity", "unit", "unit price", "amount", "in", "grows", "quantity from");
    for (ShownRun run : runs.runs()) {
      run.result().part(RunPrice.PART).ifPresent(price -> add(rows, run, price));
    }
    Section section = Section.of("price", "Price").add(rows.table());
    return section.isEmpty() ? section : section.notes(NOTE);
  }

  private static void add(Rows rows, ShownRun run, RunPrice price) {
    for (Line line : price.lines()) {
      rows.add(
          run,
          Cell.of(line.item()),
          Cell.of(line.quantity(), Unit.RATIO),
          Cell.of(line.unit()),
          Cell.of(line.unitPrice(), Unit.RATIO),
          Cell.of(line.amountPerMonth(), Unit.RATIO),
          Cell.of(price.currency()),
          Cell.of(line.fixed() ? "fixed" : "with the rate"),
          Cell.of(line.source()));
    }
    price
        .notAvailable()
        .forEach(
            (item, why) -> row(rows, run, item, Optional.empty(), "", "not available: " + why));
    row(
        rows,
        run,
        price.isComplete() ? "month" : "month, at least",
        Optional.of(price.amountPerMonth()),
        price.currency(),
        at(price));
    row(rows, run, price, CostFigure.PRICE_PER_RATE, "per month per 1,000 msg/s");
    row(rows, run, price, CostFigure.PRICE_PER_GIGABYTE, "per GB delivered");
  }

  private static void row(Rows rows, ShownRun run, RunPrice price, CostFigure figure, String name) {
    if (price.figure(figure).isPresent()) {
      row(rows, run, name, price.figure(figure), price.currency(), "");
    }
  }

  private static void row(
      Rows rows,
      ShownRun run,
      String item,
      Optional<Double> amount,
      String currency,
      String source) {
    rows.add(
        run,
        Cell.of(item),
        Cell.EMPTY,
        Cell.EMPTY,
        Cell.EMPTY,
        Cell.of(amount, Unit.RATIO),
        Cell.of(currency),
        Cell.EMPTY,
        Cell.of(source));
  }

  /** {@code at 501 msg/s (rate of the run); a month has 730 hours}. */
  private static String at(RunPrice price) {
    return price
            .ratePerSecond()
            .map(rate -> "at " + Text.rate(rate) + " (" + price.basis() + ")")
            .orElse(price.basis())
        + "; a month has 730 hours";
  }
}
