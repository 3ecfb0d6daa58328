package io.tidemark.report.answer;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.Text;
import io.tidemark.report.text.TerminalStyle;
import java.math.BigDecimal;
import java.util.Locale;

/** What a figure of an answer is, with its usual text. */
public enum AnswerUnit {
  /** Messages or round trips per second. */
  PER_SECOND,
  MICROS,
  SECONDS,
  MESSAGES,
  CPU_SECONDS,
  MEGABYTES,
  BYTES,
  JOULES,
  /** A number without a unit, of which the digits are rounded. */
  RATIO,
  /** A value of a key: a number without a unit. */
  NUMBER;

  private static final double MICROS_PER_SECOND = 1e6;
  private static final double WHOLE = 100;

  static AnswerUnit of(MetricReference metric) {
    return switch (metric.metric().unit()) {
      case PER_SECOND -> PER_SECOND;
      case MICROSECONDS -> MICROS;
      case COUNT -> MESSAGES;
      case CPU_SECONDS -> CPU_SECONDS;
      case MEGABYTES -> MEGABYTES;
      case BYTES -> BYTES;
      case JOULES -> JOULES;
      case RATIO -> RATIO;
    };
  }

  /** To three significant digits, with the unit. */
  public String text(double value, TerminalStyle style) {
    return switch (this) {
      case PER_SECOND -> rounded(value) + "/s";
      case MICROS -> style.latency(value);
      case SECONDS -> value == 0 ? "0 s" : style.latency(value * MICROS_PER_SECOND);
      case CPU_SECONDS -> rounded(value) + " CPU s";
      case MEGABYTES -> rounded(value) + " MB";
      case BYTES -> rounded(value) + " B";
      case JOULES -> rounded(value) + " J";
      case RATIO -> rounded(value);
      case MESSAGES -> Text.count(Math.round(value));
      case NUMBER -> BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    };
  }

  /** At a place of an axis: without digits that say nothing. */
  public String tick(double value, TerminalStyle style) {
    if (value == 0) {
      return "0";
    }
    return this == PER_SECOND
        ? grouped(value) + "/s"
        : text(value, style)
            .replaceFirst("(\\.\\d*?)0+(?=\\D|$)", "$1")
            .replaceFirst("\\.(?=\\D|$)", "");
  }

  private static String grouped(double value) {
    return value >= 1 || value == 0
        ? Text.count(Math.round(value))
        : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  private static String rounded(double value) {
    BigDecimal digits = Text.rounded(value);
    return Math.abs(value) < WHOLE
        ? Text.threeDigits(value)
        : String.format(Locale.ROOT, "%,.0f", digits);
  }
}
