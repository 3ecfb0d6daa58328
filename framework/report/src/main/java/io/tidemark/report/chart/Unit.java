package io.tidemark.report.chart;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.result.Text;
import io.tidemark.report.text.TerminalStyle;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What a figure of an answer or an axis is, with its usual text. */
public enum Unit {
  /** Messages or round trips per second. */
  PER_SECOND("messages/s", Step.thousands("/s")),
  MICROS("us", Step.times(1e-6)),
  MILLIS("ms", Step.times(1e-3)),
  /** On axes of more than 2 minutes as minutes and seconds. */
  SECONDS("s", Step.times(1)),
  MESSAGES("messages", Step.thousands("")),
  CPU_SECONDS("CPU s", Step.one(" CPU s")),
  MEGABYTES("MB", Step.bytes("")),
  MEGABYTES_PER_SECOND("MB/s", Step.bytes("/s")),
  BYTES("bytes", Step.one(" B")),
  JOULES("J", Step.one(" J")),
  PERCENT("%", Step.one(" %")),
  /** A number without a unit, of which the digits are rounded. */
  RATIO("", Step.thousands("")),
  /** A value of a key: a number without a unit. */
  NUMBER("", Step.one(""));

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

  private static final double MICROS_PER_SECOND = 1e6;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double WHOLE = 100;
  private static final double CLOCK = 120;

  private final String symbol;
  private final List<Step> steps;

  Unit(String symbol, List<Step> steps) {
    this.symbol = symbol;
    this.steps = steps;
  }

  public static Unit of(MetricReference metric) {
    return switch (metric.metric().unit()) {
      case PER_SECOND -> PER_SECOND;
      case MICROSECONDS -> MICROS;
      case COUNT, MESSAGES -> MESSAGES;
      case PERCENT -> PERCENT;
      case CPU_SECONDS -> CPU_SECONDS;
      case MEGABYTES -> MEGABYTES;
      case BYTES -> BYTES;
      case JOULES -> JOULES;
      case RATIO -> RATIO;
    };
  }

  /** In heads of columns; empty for a number. */
  public String symbol() {
    return symbol;
  }

  /** From small to large. */
  public List<Step> steps() {
    return steps;
  }

  /** To three significant digits, with the unit. */
  public String text(double value, TerminalStyle style) {
    return switch (this) {
      case PER_SECOND -> rounded(value) + "/s";
      case MICROS -> style.latency(value);
      case MILLIS -> style.latency(value * MICROS_PER_MILLI);
      case SECONDS -> value == 0 ? "0 s" : style.latency(value * MICROS_PER_SECOND);
      case CPU_SECONDS, MEGABYTES, MEGABYTES_PER_SECOND, JOULES, PERCENT ->
          rounded(value) + " " + symbol;
      case BYTES -> rounded(value) + " B";
      case RATIO -> rounded(value);
      case MESSAGES -> Text.count(Math.round(value));
      case NUMBER -> BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    };
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

  private static String rounded(double value) {
    BigDecimal digits = Text.rounded(value);
    return Math.abs(value) < WHOLE
        ? Text.threeDigits(value)
        : String.format(Locale.ROOT, "%,.0f", digits);
  }
}
