package io.tidemark.report.text;

import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.cost.RunPrice;
import io.tidemark.model.cost.RunPrice.Line;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the system of a run costs in a month, on the console: each line with its inputs. */
public final class PriceSection {
  private static final int WIDTH = Wrapped.WIDTH - 2;

  private PriceSection() {}

  /** Empty without prices. */
  static List<String> lines(RunResult run) {
    return run.price().map(PriceSection::lines).orElse(List.of());
  }

  private static List<String> lines(RunPrice price) {
    TextTable table =
        new TextTable(1)
            .row("", "quantity", "unit price", "amount in " + price.currency(), "quantity from");
    for (Line line : price.lines()) {
      table.row(
          line.item(),
          Text.figure(line.quantity()) + " " + line.unit(),
          Text.figure(line.unitPrice()),
          Text.figure(line.amountPerMonth()),
          line.source());
    }
    table.row(total(price), "", "", Text.figure(price.amountPerMonth()), "");
    List<String> lines = new ArrayList<>(table.lines());
    lines.addAll(Wrapped.lines(at(price), WIDTH, "  "));
    price
        .notAvailable()
        .forEach(
            (item, why) ->
                lines.addAll(
                    Wrapped.lines("not available: " + item + " (" + why + ")", WIDTH, "  ")));
    figures(price).ifPresent(lines::add);
    return lines;
  }

  /** The name of the sum. */
  public static String total(RunPrice price) {
    return price.isComplete() ? "month" : "month, at least";
  }

  /** {@code at 501 msg/s (rate of the run); a month has 730 hours}. */
  public static String at(RunPrice price) {
    return price
            .ratePerSecond()
            .map(rate -> "at " + Text.rate(rate) + " (" + price.basis() + ")")
            .orElse(price.basis())
        + "; a month has 730 hours";
  }

  private static Optional<String> figures(RunPrice price) {
    Optional<String> rate =
        price
            .figure(CostFigure.PRICE_PER_RATE)
            .map(
                value ->
                    Text.figure(value) + " " + price.currency() + " per month per 1,000 msg/s");
    return rate.map(
        text ->
            text
                + price
                    .figure(CostFigure.PRICE_PER_GIGABYTE)
                    .map(
                        value ->
                            ", "
                                + Text.figure(value)
                                + " "
                                + price.currency()
                                + " per GB delivered")
                    .orElse(""));
  }
}
