package io.tidemark.report.csv;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/** Numbers of any size in cells: seven significant digits, without an exponent. */
final class Digits {
  private static final MathContext SEVEN = new MathContext(7);

  private Digits() {}

  /** Empty text without a number. */
  static String of(Optional<Double> value) {
    return value
        .map(each -> new BigDecimal(each, SEVEN).stripTrailingZeros().toPlainString())
        .orElse("");
  }
}
