package io.tidemark.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** One row of a CSV file (RFC 4180, with a line feed): a point in numbers, no locale. */
final class Csv {
  private static final int DECIMALS = 3;

  private final List<String> cells = new ArrayList<>();

  Csv text(String text) {
    boolean quote = text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    cells.add(quote ? '"' + text.replace("\"", "\"\"") + '"' : text);
    return this;
  }

  Csv number(long number) {
    cells.add(Long.toString(number));
    return this;
  }

  Csv number(double number) {
    cells.add(decimal(number, DECIMALS));
    return this;
  }

  /** Null is an empty cell. */
  Csv optional(Number number) {
    if (number == null) {
      cells.add("");
      return this;
    }
    return number instanceof Long whole ? number(whole.longValue()) : number(number.doubleValue());
  }

  String line() {
    return String.join(",", cells) + '\n';
  }

  static String decimal(double number, int decimals) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return "";
    }
    BigDecimal rounded = BigDecimal.valueOf(number).setScale(decimals, RoundingMode.HALF_UP);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
