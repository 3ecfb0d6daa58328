package io.tidemark.model.metric;

import io.tidemark.model.result.Text;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/** The unit of a number, and how a number of this unit is written: the same in all formats. */
public enum Unit {
  /** Messages or round trips per second. */
  PER_SECOND("1/s", "/s", Text::perSecond, Step.thousands("/s")),
  /** A latency or another time; the text has the unit that fits. */
  MICROSECONDS("us", "", Text::micros, Step.times(1e-6)),
  /** Since a start; on axes of more than 2 minutes as minutes and seconds. */
  SECONDS("s", " s", value -> decimal(value, Math.abs(value) < 1 ? 2 : 1), Step.times(1)),
  /** What happened to messages; a limit may be a share of those sent. Mostly 0. */
  COUNT("", "", Unit::whole, Step.thousands("")),
  /** Messages at a moment. */
  MESSAGES("messages", "", Unit::whole, Step.thousands("")),
  PERCENT("%", " %", value -> decimal(value, 1), Step.one(" %")),
  /** A change in percent, with its sign. */
  CHANGE("%", " %", value -> String.format(Locale.ROOT, "%+,.1f", value), Step.one(" %")),
  /** A change per second, with its sign. */
  GROWTH(
      "1/s",
      "/s",
      value -> (Math.round(value) > 0 ? "+" : "") + whole(value),
      Step.thousands("/s")),
  CPU_SECONDS("CPU s", " CPU s", Text::figure, Step.one(" CPU s")),
  /** A megabyte is 1,000,000 bytes. */
  MEGABYTES("MB", " MB", Text::figure, Step.bytes("")),
  MEGABYTES_PER_SECOND("MB/s", " MB/s", Text::figure, Step.bytes("/s")),
  BYTES(
      "B",
      " B",
      value -> value == Math.rint(value) ? whole(value) : Text.figure(value),
      Step.one(" B")),
  JOULES("J", " J", Text::figure, Step.one(" J")),
  /** A number without a unit, of which the digits are rounded; of a price in its currency. */
  RATIO("", "", Text::figure, Step.thousands("")),
  /** A value of a key: a number without a unit. */
  NUMBER(
      "",
      "",
      value -> BigDecimal.valueOf(value).stripTrailingZeros().toPlainString(),
      Step.one(""));

  /**
   * A multiple of a unit that people read.
   *
   * @param from the least value that is written in it
   * @param size in the unit
   */
  public record Step(double from, double size, String text) {
    private static List<Step> one(String text) {
      return List.of(new Step(0, 1, text));
    }

    /** Thousands are written out below 10,000. */
    private static List<Step> thousands(String text) {
      return List.of(
          new Step(0, 1, text),
          new Step(1e4, 1e3, "k" + text),
          new Step(1e6, 1e6, "M" + text),
          new Step(1e9, 1e9, "G" + text));
    }

    private static List<Step> times(double second) {
      return sized(List.of(" ns", " µs", " ms", " s"), 1e-9 / second);
    }

    private static List<Step> bytes(String text) {
      return sized(
          List.of(" B" + text, " kB" + text, " MB" + text, " GB" + text, " TB" + text), 1e-6);
    }

    private static List<Step> sized(List<String> texts, double smallest) {
      return IntStream.range(0, texts.size())
          .mapToObj(i -> new Step(i == 0 ? 0 : size(smallest, i), size(smallest, i), texts.get(i)))
          .toList();
    }

    private static double size(double smallest, int thousands) {
      return new BigDecimal(smallest * Math.pow(1e3, thousands))
          .round(new MathContext(3))
          .doubleValue();
    }
  }

  private static final double CLOCK = 120;

  private final String symbol;
  private final String suffix;
  private final DoubleFunction<String> text;
  private final List<Step> steps;

  Unit(String symbol, String suffix, DoubleFunction<String> text, List<Step> steps) {
    this.symbol = symbol;
    this.suffix = suffix;
    this.text = text;
    this.steps = steps;
  }

  /** In heads of columns and in files; empty for a number without a unit. */
  public String symbol() {
    return symbol;
  }

  /** Returns the steps from small to large. */
  public List<Step> steps() {
    return steps;
  }

  /** Formats a value without the unit, which the head of the column has. */
  public String text(double value) {
    return text.apply(value);
  }

  /** {@code 500/s}, {@code 12.3 ms}, {@code 4.2 s}. */
  public String with(double value) {
    return text(value) + suffix;
  }

  /**
   * At a place of an axis: without digits that say nothing.
   *
   * @param greatest value of the axis, which decides the multiple of the unit
   */
  public String tick(double value, double greatest) {
    if (value == 0) {
      return "0";
    }
    if (this == SECONDS && greatest >= CLOCK) {
      return clock(value);
    }
    Step step = steps.get(0);
    for (Step each : steps) {
      step = greatest >= each.from() ? each : step;
    }
    return number(value / step.size()) + step.text();
  }

  private static String clock(double seconds) {
    long all = Math.round(seconds);
    String minutes =
        all < 3600
            ? "" + all / 60
            : String.format(Locale.ROOT, "%d:%02d", all / 3600, all / 60 % 60);
    return String.format(Locale.ROOT, "%s:%02d", minutes, all % 60);
  }

  private static String number(double value) {
    BigDecimal digits = new BigDecimal(value).round(new MathContext(5)).stripTrailingZeros();
    String plain = digits.toPlainString();
    return Math.abs(value) < 1e3
        ? plain
        : String.format(Locale.ROOT, "%,." + Math.max(0, digits.scale()) + "f", digits);
  }

  private static String whole(double value) {
    return Text.count(Math.round(value));
  }

  /** What is not 0 is not written as 0. */
  private static String decimal(double value, int digits) {
    return value != 0 && Math.abs(value) * Math.pow(10, digits) < 0.5
        ? Text.threeDigits(value)
        : String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
