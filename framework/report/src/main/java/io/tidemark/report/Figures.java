package io.tidemark.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers for people: always with their unit, always with a point. */
final class Figures {
  private static final MathContext THREE_DIGITS = new MathContext(3);
  private static final double BYTES_PER_MEGABYTE = 1e6;

  private Figures() {}

  /** Three significant digits in the unit that fits: {@code 850 ns}, {@code 12.3 ms}. */
  static String latency(double micros, TerminalStyle look) {
    double rounded = BigDecimal.valueOf(micros).round(THREE_DIGITS).doubleValue();
    if (rounded == 0) {
      return "0 " + look.micros();
    }
    if (Math.abs(rounded) < 1) {
      return threeDigits(micros * 1e3) + " ns";
    }
    if (Math.abs(rounded) < 1e3) {
      return threeDigits(micros) + ' ' + look.micros();
    }
    if (Math.abs(rounded) < 1e6) {
      return threeDigits(micros / 1e3) + " ms";
    }
    return threeDigits(micros / 1e6) + " s";
  }

  /** {@code 1.20}, {@code 12.0}, {@code 120}, {@code 12300}. */
  static String threeDigits(double number) {
    BigDecimal rounded = BigDecimal.valueOf(number).round(THREE_DIGITS);
    if (rounded.signum() == 0) {
      return "0";
    }
    int wholeDigits = rounded.precision() - rounded.scale();
    return rounded
        .setScale(Math.max(0, 3 - Math.max(1, wholeDigits)), java.math.RoundingMode.HALF_UP)
        .toPlainString();
  }

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Messages per second without their unit. */
  static String rate(double perSecond) {
    return Math.abs(perSecond) >= 100
        ? String.format(Locale.ROOT, "%,.0f", perSecond)
        : String.format(Locale.ROOT, "%.1f", perSecond);
  }

  /** MB/s without its unit; a megabyte is 1,000,000 bytes. */
  static String megabytes(double bytesPerSecond) {
    double megabytes = bytesPerSecond / BYTES_PER_MEGABYTE;
    return megabytes >= 100
        ? String.format(Locale.ROOT, "%,.0f", megabytes)
        : String.format(
            Locale.ROOT, megabytes >= 10 || megabytes == 0 ? "%.1f" : "%.2f", megabytes);
  }

  /** {@code 45 s}, {@code 2:05 min}, {@code 1:02:05 h}. */
  static String duration(double seconds) {
    long whole = Math.round(seconds);
    if (whole < 60) {
      return whole + " s";
    }
    return whole < 3_600
        ? String.format(Locale.ROOT, "%d:%02d min", whole / 60, whole % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d h", whole / 3_600, whole / 60 % 60, whole % 60);
  }

  static String plural(long number, String noun) {
    return count(number) + ' ' + noun + (number == 1 ? "" : "s");
  }
}
