package io.tidemark.features.cost;

import io.tidemark.features.cost.CostCsv.Paid;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ShownRuns;
import java.util.Optional;
import java.util.stream.Stream;

/** What the systems of runs cost in a month: each line with its inputs. */
final class PriceSection {
  private static final String NOTE =
      "Each amount is quantity x unit price. Amounts that are not fixed grow with the rate, with"
          + " the same use for each message. The prices are those of the driver or study file.";

  private static final Columns<Paid> COLUMNS =
      new Columns<Paid>()
          .text("", Paid::item)
          .cell("quantity", Paid::quantity)
          .text("unit", Paid::unit)
          .cell("unit price", Paid::unitPrice)
          .optional("amount", Unit.RATIO, Paid::amount)
          .text("in", Paid::currency)
          .text(
              "grows",
              row -> row.line().map(line -> line.fixed() ? "fixed" : "with the rate").orElse(""))
          .text("quantity from", Paid::source);

  private PriceSection() {}

  static Section empty() {
    return Section.of("price", "Price");
  }

  static Section of(ShownRuns runs) {
    Section section =
        empty()
            .add(
                runs.table(
                    COLUMNS, run -> run.part(RunPrice.PART).stream().flatMap(PriceSection::rows)));
    return section.isEmpty() ? section : section.notes(NOTE);
  }

  private static Stream<Paid> rows(RunPrice price) {
    Stream<Paid> missing =
        price.notAvailable().entrySet().stream()
            .map(
                each ->
                    Paid.of(
                        each.getKey(), Optional.empty(), "", "not available: " + each.getValue()));
    Stream<Paid> sums =
        Stream.of(
                Paid.of(
                    price.isComplete() ? "month" : "month, at least",
                    Optional.of(price.amountPerMonth()),
                    price.currency(),
                    at(price)),
                sum("per month per 1,000 msg/s", price, CostFigure.PRICE_PER_RATE),
                sum("per GB delivered", price, CostFigure.PRICE_PER_GIGABYTE))
            .filter(row -> row.amount().isPresent());
    return Stream.of(Paid.lines(price), missing, sums).flatMap(all -> all);
  }

  private static Paid sum(String name, RunPrice price, CostFigure figure) {
    return Paid.of(name, price.figure(figure), price.currency(), "");
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
