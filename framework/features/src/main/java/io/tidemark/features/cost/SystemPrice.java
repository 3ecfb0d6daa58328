package io.tidemark.features.cost;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What a system costs at any rate: a fixed part, and a part for each message, as means of its runs.
 *
 * @param perMonthAndRate of a month, for each message per second
 * @param notAvailable items whose quantity a run does not know, each with the reason
 */
record SystemPrice(
    String currency,
    double fixedPerMonth,
    double perMonthAndRate,
    Map<String, String> notAvailable) {
  SystemPrice {
    notAvailable = Map.copyOf(notAvailable);
  }

  /** Returns the price of a system's usable runs; empty without prices. */
  static Optional<SystemPrice> of(List<RunResult> runs) {
    List<RunPrice> prices = runs.stream().flatMap(run -> run.part(RunPrice.PART).stream()).toList();
    if (prices.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> missing = new LinkedHashMap<>();
    prices.forEach(each -> missing.putAll(each.notAvailable()));
    return Optional.of(
        new SystemPrice(
            prices.get(0).currency(),
            mean(prices, RunPrice::fixedPerMonth),
            mean(prices, RunPrice::perMonthAndRate),
            missing));
  }

  private static double mean(List<RunPrice> prices, ToDoubleFunction<RunPrice> of) {
    return prices.stream().mapToDouble(of).average().orElse(0);
  }

  boolean isComplete() {
    return notAvailable.isEmpty();
  }

  /** The amount of a month. */
  double amountAt(double ratePerSecond) {
    return fixedPerMonth + perMonthAndRate * ratePerSecond;
  }

  /** Amounts with their currency. */
  static final class Money {
    private Money() {}

    static String text(double amount, String currency) {
      return Text.count(Math.round(amount)).length() > 3
          ? Text.count(Math.round(amount)) + " " + currency
          : Text.threeDigits(amount) + " " + currency;
    }
  }
}
