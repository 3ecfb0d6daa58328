package io.tidemark.features.cost;

import io.tidemark.features.cost.SystemPrice.Money;
import io.tidemark.report.document.Cell;
import io.tidemark.report.runs.StoredStudy.Price;
import io.tidemark.report.study.Leaderboard.Row;
import io.tidemark.report.study.Leaderboard.Value;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the system of a row of the leaderboard costs.
 *
 * @param price of a month, at the rate of the row
 * @param cost of 1,000 messages per second for a month
 * @param model what it costs at other rates; empty if its runs have no prices
 */
record RowPrice(Optional<Price> price, OptionalDouble cost, Optional<SystemPrice> model)
    implements Value {
  private static final double PER_RATE = 1_000;
  private static final RowPrice NONE =
      new RowPrice(Optional.empty(), OptionalDouble.empty(), Optional.empty());

  /**
   * @param ofStudy the price that the study states, at any rate
   */
  static RowPrice of(
      Optional<Price> ofStudy, Optional<SystemPrice> model, OptionalDouble ratePerSecond) {
    Optional<Price> price = ofStudy.or(() -> model.flatMap(each -> monthly(each, ratePerSecond)));
    return new RowPrice(
        price,
        price.isPresent() && ratePerSecond.isPresent()
            ? OptionalDouble.of(
                price.get().amountPerMonth() / (ratePerSecond.getAsDouble() / PER_RATE))
            : OptionalDouble.empty(),
        model);
  }

  /** At the rate that was reached; of a price with items that are not known nothing is stated. */
  private static Optional<Price> monthly(SystemPrice price, OptionalDouble ratePerSecond) {
    return price.isComplete() && (ratePerSecond.isPresent() || price.perMonthAndRate() == 0)
        ? Optional.of(new Price(price.amountAt(ratePerSecond.orElse(0)), price.currency()))
        : Optional.empty();
  }

  static RowPrice of(Row row) {
    return row.value(RowPrice.class).orElse(NONE);
  }

  /** The cheapest one is the first. */
  @Override
  public OptionalDouble rank() {
    return cost;
  }

  @Override
  public List<Cell> cells() {
    return List.of(
        price.map(each -> money(each.amountPerMonth())).orElse(Cell.EMPTY),
        cost.stream().mapToObj(this::money).findFirst().orElse(Cell.EMPTY));
  }

  private Cell money(double amount) {
    return Cell.of(Money.text(amount, currency()), amount);
  }

  /** Empty text without a price. */
  String currency() {
    return price.map(Price::currency).orElse("");
  }
}
