package io.tidemark.features.cost;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the system of a run costs in a month, at a constant rate.
 *
 * @param ratePerSecond messages, or requests, at which the lines are; empty if the run has no rate
 *     within its objectives
 * @param basis what the rate is, or why there is none
 * @param lines what is paid for; each amount is quantity x unit price
 * @param notAvailable items with a price whose quantity is not known, each with the reason
 * @param figures metrics by their keys; none if an item is not available
 */
public record RunPrice(
    String currency,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Double> ratePerSecond,
    String basis,
    List<Line> lines,
    Map<String, String> notAvailable,
    Map<String, Double> figures) {
  public static final Part<Optional<RunPrice>> PART =
      new Part<Optional<RunPrice>>("price", Written.IF_ANY, Optional.empty()) {};

  /**
   * One item.
   *
   * @param quantity for a month
   * @param fixed whether it is the same at each rate; otherwise it grows with the rate
   * @param source where the quantity is from
   */
  public record Line(
      String item,
      double quantity,
      String unit,
      double unitPrice,
      double amountPerMonth,
      boolean fixed,
      String source) {}

  public RunPrice {
    ratePerSecond = ratePerSecond == null ? Optional.empty() : ratePerSecond;
    lines = List.copyOf(lines);
    notAvailable = Collections.unmodifiableMap(new LinkedHashMap<>(notAvailable));
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  public Optional<Double> figure(CostFigure figure) {
    return Optional.ofNullable(figures.get(figure.key()));
  }

  /** The sum of all lines: without the items that are not available. */
  public double amountPerMonth() {
    return lines.stream().mapToDouble(Line::amountPerMonth).sum();
  }

  /** What is paid at any rate. */
  public double fixedPerMonth() {
    return lines.stream().filter(Line::fixed).mapToDouble(Line::amountPerMonth).sum();
  }

  /** Whether the quantity of each item is known. */
  public boolean isComplete() {
    return notAvailable.isEmpty();
  }

  /** What a month costs for each message per second, in addition to what is fixed. */
  public double perMonthAndRate() {
    return ratePerSecond
        .filter(rate -> rate > 0)
        .map(rate -> (amountPerMonth() - fixedPerMonth()) / rate)
        .orElse(0.0);
  }
}
