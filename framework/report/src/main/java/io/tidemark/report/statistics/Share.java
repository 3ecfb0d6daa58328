package io.tidemark.report.statistics;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Changes as text: shares in percent, or as factors. */
public final class Share {
  private static final double MOST_FACTOR = 1_000;
  private static final double WHOLE_PERCENT = 10;

  private Share() {}

  /** {@code 12.6} for 11.6. */
  public static String factor(double share, int digits) {
    double factor = share + 1;
    return isBeyond(share)
        ? factor > 1 ? "more than 1,000" : "less than 0.001"
        : BigDecimal.valueOf(factor)
            .round(new MathContext(digits))
            .stripTrailingZeros()
            .toPlainString();
  }

  /** Whether its factor has no digits. */
  public static boolean isBeyond(double share) {
    return share + 1 > MOST_FACTOR || share + 1 < 1 / MOST_FACTOR;
  }

  /** {@code 4.1 %}. */
  public static String percent(double share) {
    return number(share) + " %";
  }

  /** {@code 4.1}, {@code 41}. */
  public static String number(double share) {
    double percent = share * 100;
    String digits = String.format(Locale.ROOT, percent < WHOLE_PERCENT ? "%.1f" : "%,.0f", percent);
    return digits.replaceFirst("\\.0$", "");
  }
}
