package io.tidemark.model.result;

import java.util.List;
import java.util.Locale;

/** Figures as sentences show them. */
public final class Text {
  private static final int MOST_DIGITS = 9;

  private Text() {}

  /** A time in the unit that reads best. */
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

  /** Messages per second. */
  public static String rate(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 100 ? "%,.1f msg/s" : "%,.0f msg/s", perSecond);
  }

  /** The beginning of a sentence on phases, of which one is the worst. */
  public static String phases(List<String> names, String worst) {
    return names.size() == 1
        ? "phase " + worst + ": "
        : "phases " + String.join(", ", names) + ": the worst is " + worst + ": ";
  }

  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  public static String percent(double percent) {
    return String.format(
        Locale.ROOT, percent > 99 && percent < 100 ? "%.3f %%" : "%.2f %%", percent);
  }

  /** With as many digits as it takes to see on which side of a limit it is. */
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
