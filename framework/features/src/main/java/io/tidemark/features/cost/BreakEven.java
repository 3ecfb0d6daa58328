package io.tidemark.features.cost;

import io.tidemark.features.cost.SystemPrice.Money;
import io.tidemark.model.result.Text;
import io.tidemark.report.study.Leaderboard;
import io.tidemark.report.study.Leaderboard.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Two systems with a price: the rate from which the other one is cheaper.
 *
 * @param low cheaper at low rates, or at each rate
 */
record BreakEven(Row low, Row high) {

  /**
   * Each pair of systems with the same workload whose prices are known completely, and depend on
   * the rate.
   */
  static List<BreakEven> of(Leaderboard board) {
    List<BreakEven> pairs = new ArrayList<>();
    List<Row> rows = board.rows().stream().filter(BreakEven::isKnown).toList();
    for (int i = 0; i < rows.size(); i++) {
      for (Row other : rows.subList(i + 1, rows.size())) {
        Row one = rows.get(i);
        if (one.workload().equals(other.workload()) && dependsOnRate(one, other)) {
          pairs.add(isLower(one, other) ? new BreakEven(one, other) : new BreakEven(other, one));
        }
      }
    }
    return pairs;
  }

  private static boolean isKnown(Row row) {
    return RowPrice.of(row).model().filter(SystemPrice::isComplete).isPresent();
  }

  /**
   * Returns whether an amount grows with the rate: of two constant amounts the leaderboard says
   * which is lower.
   */
  private static boolean dependsOnRate(Row one, Row other) {
    return price(one).perMonthAndRate() > 0 || price(other).perMonthAndRate() > 0;
  }

  /** At a rate near 0. */
  private static boolean isLower(Row one, Row other) {
    int fixed = Double.compare(price(one).fixedPerMonth(), price(other).fixedPerMonth());
    return fixed < 0
        || (fixed == 0 && price(one).perMonthAndRate() < price(other).perMonthAndRate());
  }

  private static SystemPrice price(Row row) {
    return RowPrice.of(row).model().orElseThrow(); // Others are left out.
  }

  /** The rate at which both cost the same; empty if one is cheaper at each rate. */
  OptionalDouble ratePerSecond() {
    double fixed = price(high).fixedPerMonth() - price(low).fixedPerMonth();
    double each = price(low).perMonthAndRate() - price(high).perMonthAndRate();
    return fixed > 0 && each > 0 ? OptionalDouble.of(fixed / each) : OptionalDouble.empty();
  }

  /** The price of a month at that rate. */
  OptionalDouble amountPerMonth() {
    return ratePerSecond().isPresent()
        ? OptionalDouble.of(price(low).amountAt(ratePerSecond().getAsDouble()))
        : OptionalDouble.empty();
  }

  /** {@code one is cheaper than three up to 12,300 msg/s (412 USD a month), above it three.} */
  String sentence() {
    if (ratePerSecond().isEmpty()) {
      return low.system() + " is cheaper than " + high.system() + " at each rate.";
    }
    double rate = ratePerSecond().getAsDouble();
    return "%s is cheaper than %s up to %s (%s a month), above it %s.%s"
        .formatted(
            low.system(),
            high.system(),
            Text.rate(rate),
            Money.text(amountPerMonth().getAsDouble(), price(low).currency()),
            high.system(),
            reach(low, rate).or(() -> reach(high, rate)).orElse(""));
  }

  /** The price of a rate that was not reached is not a price of a system that can carry it. */
  private static Optional<String> reach(Row row, double rate) {
    return row.ratePerSecond().isPresent() && row.ratePerSecond().getAsDouble() < rate
        ? Optional.of(
            " %s was measured within its objectives up to %s only: a higher rate may need more"
                    .formatted(row.system(), Text.rate(row.ratePerSecond().getAsDouble()))
                + " nodes.")
        : Optional.empty();
  }
}
