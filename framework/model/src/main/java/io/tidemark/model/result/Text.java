package io.tidemark.model.result;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** Formats values for messages and tables, with a decimal point in every locale. */
public final class Text {
  private static final int MOST_DIGITS = 9;
  private static final MathContext THREE_DIGITS = new MathContext(3);
  private static final double BYTES_PER_MEGABYTE = 1e6;

  private Text() {}

  /** A time with a suitable unit. */
  public static String nanos(double nanos) {
    double size = Math.abs(nanos);
    if (size >= 1e9) {
      return number(nanos / 1e9) + " s";
    }
    if (size >= 1e6) {
      return number(nanos / 1e6) + " ms";
    }
    return size >= 1e3 ? number(nanos / 1e3) + " us" : number(nanos) + " ns";
  }

  /** Three significant digits in the unit that fits: {@code 850 ns}, {@code 12.3 ms}. */
  public static String micros(double micros) {
    double size = Math.abs(rounded(micros).doubleValue());
    if (size == 0) {
      return "0 µs";
    }
    if (size < 1) {
      return threeDigits(micros * 1e3) + " ns";
    }
    if (size < 1e3) {
      return threeDigits(micros) + " µs";
    }
    return size < 1e6 ? threeDigits(micros / 1e3) + " ms" : threeDigits(micros / 1e6) + " s";
  }

  /** The message of a failure; its type, if it has none. */
  public static String message(Throwable failure) {
    return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
  }

  /** Messages per second. */
  public static String rate(double perSecond) {
    return perSecond(perSecond) + " msg/s";
  }

  /** Messages per second without their unit. */
  public static String perSecond(double rate) {
    return String.format(Locale.ROOT, Math.abs(rate) < 100 ? "%.1f" : "%,.0f", rate);
  }

  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Rounds to three significant digits. */
  public static BigDecimal rounded(double number) {
    return BigDecimal.valueOf(number).round(THREE_DIGITS);
  }

  /** {@code 0.00120}, {@code 1.20}, {@code 12.0}, {@code 120}, {@code 12300}. */
  public static String threeDigits(double number) {
    BigDecimal rounded = rounded(number);
    if (rounded.signum() == 0) {
      return "0";
    }
    int wholeDigits = rounded.precision() - rounded.scale();
    return rounded.setScale(Math.max(0, 3 - wholeDigits), RoundingMode.HALF_UP).toPlainString();
  }

  /** Formats three digits at least: {@code 1.20}, {@code 120}, {@code 12,345}. */
  public static String figure(double number) {
    return Math.abs(number) >= 1_000 ? count(Math.round(number)) : threeDigits(number);
  }

  /** At the beginning of a sentence. */
  public static String capital(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** MB/s without its unit; a megabyte is 1,000,000 bytes. */
  public static String megabytes(double bytesPerSecond) {
    return figure(bytesPerSecond / BYTES_PER_MEGABYTE);
  }

  /** {@code 45 s}, {@code 2:05 min}, {@code 1:02:05 h}. */
  public static String duration(double seconds) {
    long whole = Math.round(seconds);
    if (whole < 60) {
      return whole + " s";
    }
    return whole < 3_600
        ? String.format(Locale.ROOT, "%d:%02d min", whole / 60, whole % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d h", whole / 3_600, whole / 60 % 60, whole % 60);
  }

  public static String plural(long number, String noun) {
    return count(number) + ' ' + noun + (number == 1 ? "" : "s");
  }

  /** {@code 1 message was}, {@code 2 messages were}. */
  public static String plural(long number, String one, String many) {
    return count(number) + ' ' + (number == 1 ? one : many);
  }

  /** {@code 1, 8, 64}. */
  public static String numbers(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /** {@code a; b; and 3 more}: the first ones, and the number of the others. */
  public static String listed(Collection<String> texts, int most) {
    String first = texts.stream().limit(most).collect(Collectors.joining("; "));
    int more = texts.size() - most;
    return more > 0 ? first + "; and " + more + " more" : first;
  }

  /** Formats a share; one that was not measured (NaN) is called unknown. */
  public static String percent(double percent) {
    if (Double.isNaN(percent)) {
      return "an unknown share";
    }
    return String.format(
        Locale.ROOT, percent > 99 && percent < 100 ? "%.3f %%" : "%.2f %%", percent);
  }

  /** Formats enough digits to show on which side of a limit it is. */
  public static String percent(double percent, double limit) {
    String text = percent(percent);
    String other = percent(limit);
    for (int digits = 3;
        text.equals(other) && percent != limit && digits <= MOST_DIGITS;
        digits++) {
      String format = "%." + digits + "f %%";
      text = String.format(Locale.ROOT, format, percent);
      other = String.format(Locale.ROOT, format, limit);
    }
    return text;
  }

  private static String number(double value) {
    double size = Math.abs(value);
    String format =
        size >= 100 || value == Math.rint(value) ? "%.0f" : size >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }
}
