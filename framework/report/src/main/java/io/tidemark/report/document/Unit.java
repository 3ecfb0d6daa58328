package io.tidemark.report.document;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.Text;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** The unit of a number, and how a number of this unit is written: the same in all formats. */
public enum Unit {
  COUNT("", value -> Text.count(Math.round(value))),
  PER_SECOND("/s", Text::perSecond),
  BYTES("B", value -> Text.count(Math.round(value))),
  /** Of bytes; a megabyte is 1,000,000 bytes. */
  MEGABYTES("MB", Text::megabytes),
  MEGABYTES_PER_SECOND("MB/s", Text::megabytes),
  /** Of microseconds; the text has the unit that fits. */
  TIME("", Text::micros),
  SECONDS("s", value -> decimal(value, value < 1 ? 2 : 1)),
  PERCENT("%", value -> decimal(value, 1)),
  /** A change in percent, with its sign. */
  CHANGE("%", value -> String.format(Locale.ROOT, "%+,.1f", value)),
  CORES("cores", value -> decimal(value, 3)),
  WATTS("W", value -> decimal(value, 1)),
  /** A change per second, with its sign. */
  GROWTH("/s", value -> (Math.round(value) > 0 ? "+" : "") + Text.count(Math.round(value))),
  /** Three significant digits, or more. */
  FIGURE("", Text::figure);

  private final String symbol;
  private final DoubleFunction<String> text;

  Unit(String symbol, DoubleFunction<String> text) {
    this.symbol = symbol;
    this.text = text;
  }

  /** Of a metric's values. */
  public static Unit of(MetricReference metric) {
    return switch (metric.metric().unit()) {
      case PER_SECOND -> PER_SECOND;
      case MICROSECONDS -> TIME;
      case COUNT, MESSAGES -> COUNT;
      case PERCENT -> PERCENT;
      case CPU_SECONDS, MEGABYTES, BYTES, JOULES, RATIO -> FIGURE;
    };
  }

  /** Without the unit, which the head of the column has. */
  public String text(double value) {
    return text.apply(value);
  }

  /** {@code 500/s}, {@code 12.3 ms}, {@code 4.2 s}. */
  public String with(double value) {
    return text(value) + (symbol.isEmpty() || symbol.startsWith("/") ? "" : " ") + symbol;
  }

  private static String decimal(double value, int digits) {
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
