package io.tidemark.coordinator.search;

import io.tidemark.model.workload.SearchSpec;
import io.tidemark.model.workload.SearchSpec.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The values that a search may try, in the order in which they are harder for the system under
 * test. A rate has 4 digits, other quantities are whole numbers. Where more of them are easier, as
 * consumers at a given rate are, a step is the share of one of them.
 */
public final class SearchScale {
  private static final MathContext DIGITS = new MathContext(4);
  private static final double LARGEST_FACTOR = 4;
  private static final double LARGEST_FACTOR_OF_CLIENTS = 2;

  private final SearchSpec spec;
  private final double most;
  private final boolean inverse;

  /**
   * @param most no trial has more; the workload's own number, but for a rate
   * @param inverse whether more are easier
   */
  public SearchScale(SearchSpec spec, double most, boolean inverse) {
    this.spec = spec;
    this.most = most;
    this.inverse = inverse;
  }

  /** The value of a step: a rate, a number, a size. */
  public double value(double step) {
    return inverse ? Math.round(most / step) : step;
  }

  double start() {
    return round(inverse ? most / spec.start() : spec.start());
  }

  /** Below is no step. */
  double least() {
    return spec.least();
  }

  /** Above is no step. */
  double most() {
    return most;
  }

  /** The next step on the scale. */
  double round(double step) {
    if (spec.over().isOfRate()) {
      return BigDecimal.valueOf(step).round(DIGITS).doubleValue();
    }
    return inverse ? most / Math.round(most / step) : Math.round(step);
  }

  double inRange(double step) {
    return Math.max(least(), Math.min(most(), round(step)));
  }

  double largestFactor() {
    return spec.over().isOfRate() || spec.over() == Quantity.MESSAGE_SIZE
        ? LARGEST_FACTOR
        : LARGEST_FACTOR_OF_CLIENTS;
  }
}
