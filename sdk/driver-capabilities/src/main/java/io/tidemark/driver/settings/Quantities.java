package io.tidemark.driver.settings;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers, rates, percentages, time spans and sizes as people write them, in files of drivers and
 * of the framework alike.
 */
public final class Quantities {
  private static final String NUMBER = "[0-9][0-9_]{0,23}(\\.[0-9]{1,9})?";

  /** A time span, each unit once and the longest first; also the JSON Schema's pattern. */
  public static final String DURATION_PATTERN =
      "^(0|(?=[0-9])(#d)?(#h)?(#(min|m))?(#s)?(#ms)?(#(us|µs))?(#ns)?)$".replace("#", NUMBER);

  /** A size; also the JSON Schema's pattern. */
  public static final String SIZE_PATTERN = "^" + NUMBER + " ?([bB]|[kKmMgG]([iI]?[bB])?)?$";

  private static final String DECIMAL = "^([-+]?(?:[0-9][0-9_]*(?:\\.[0-9]*)?|\\.[0-9]+))";
  private static final String EXPONENT = "[eE][-+]?[0-9]{1,9}";

  /** A number or percentage; also the JSON Schema's pattern. */
  public static final String PERCENT_PATTERN = DECIMAL + "(" + EXPONENT + "| ?%)?$";

  /** A rate; also the JSON Schema's pattern. */
  public static final String RATE_PATTERN =
      DECIMAL + "(" + EXPONENT + "| ?[kKM])?(?: ?(?:msg)?/s)?$";

  /** The longest time span. */
  public static final Duration LONGEST = Duration.ofDays(365);

  private static final Pattern DURATION = Pattern.compile(DURATION_PATTERN);
  private static final Pattern DURATION_PART =
      Pattern.compile("([0-9][0-9_]*(?:\\.[0-9]+)?)(ns|us|µs|ms|min|s|m|h|d)");
  private static final Pattern DECIMAL_NUMBER = Pattern.compile(DECIMAL + "(" + EXPONENT + ")?$");
  private static final Pattern PERCENT = Pattern.compile(PERCENT_PATTERN);
  private static final Pattern RATE = Pattern.compile(RATE_PATTERN);
  private static final Pattern PLAIN_NUMBER = Pattern.compile("[0-9][0-9_]{0,23}");
  private static final Pattern SIZE = Pattern.compile(SIZE_PATTERN);
  private static final Pattern SIZE_PARTS = Pattern.compile("([0-9_.]+) ?([kKmMgG]?).*");
  private static final Map<String, Long> UNIT_NANOS = new LinkedHashMap<>();

  static {
    UNIT_NANOS.put("d", 86_400_000_000_000L);
    UNIT_NANOS.put("h", 3_600_000_000_000L);
    UNIT_NANOS.put("m", 60_000_000_000L);
    UNIT_NANOS.put("s", 1_000_000_000L);
    UNIT_NANOS.put("ms", 1_000_000L);
    UNIT_NANOS.put("us", 1_000L);
    UNIT_NANOS.put("ns", 1L);
  }

  private Quantities() {}

  /** {@code 100}, {@code 1_000}, {@code 0.5}, {@code 1e6}; empty when it is none, or infinite. */
  public static Optional<Double> number(String text) {
    return decimal(DECIMAL_NUMBER, text, "");
  }

  /** {@code 500}, {@code 20k}, {@code 1.5M/s}, {@code 100 msg/s}, each second. */
  public static Optional<Double> rate(String text) {
    return decimal(RATE, text, "");
  }

  /** In percent: {@code 99} and {@code 99%} are the same. */
  public static Optional<Double> percent(String text) {
    return decimal(PERCENT, text, "");
  }

  /** A share of 1: {@code 0.5} and {@code 50%} are the same. */
  public static Optional<Double> share(String text) {
    return decimal(PERCENT, text, "e-2");
  }

  /**
   * @param percent the exponent that % stands for
   */
  private static Optional<Double> decimal(Pattern pattern, String text, String percent) {
    Matcher parts = pattern.matcher(text.strip());
    if (!parts.matches()) {
      return Optional.empty();
    }
    String unit = parts.group(2) == null ? "" : parts.group(2).strip();
    String exponent =
        switch (unit) {
          case "k", "K" -> "e3";
          case "M" -> "e6";
          case "%" -> percent;
          default -> unit;
        };
    return Optional.of(Double.parseDouble(parts.group(1).replace("_", "") + exponent))
        .filter(Double::isFinite);
  }

  /** {@code 500ms}, {@code 1h30m}, {@code 0}; empty when it is none, or above {@link #LONGEST}. */
  public static Optional<Duration> duration(String text) {
    String trimmed = text.strip();
    if (!DURATION.matcher(trimmed).matches()) {
      return Optional.empty();
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = DURATION_PART.matcher(trimmed);
    while (part.find()) {
      nanos = nanos.add(number(part).multiply(unitNanos(part.group(2))));
    }
    if (nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0) {
      return Optional.empty();
    }
    return Optional.of(Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_UP).longValue()));
  }

  /** A {@link #duration}, or a plain number of milliseconds. */
  public static Optional<Duration> milliseconds(String text) {
    String trimmed = text.strip();
    return duration(PLAIN_NUMBER.matcher(trimmed).matches() ? trimmed + "ms" : trimmed);
  }

  /** The first group, which may have the underscores of YAML's numbers. */
  private static BigDecimal number(Matcher parts) {
    return new BigDecimal(parts.group(1).replace("_", ""));
  }

  private static BigDecimal unitNanos(String unit) {
    String key = unit.equals("min") ? "m" : unit.replace('µ', 'u');
    // DURATION_PART matches no other units.
    return BigDecimal.valueOf(Objects.requireNonNull(UNIT_NANOS.get(key)));
  }

  /** The shortest exact way to write it: {@code 1h30m}, {@code 500ms}, {@code 0s}. */
  public static String text(Duration duration) {
    long rest = duration.toNanos();
    if (rest == 0) {
      return "0s";
    }
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Long> unit : UNIT_NANOS.entrySet()) {
      if (rest >= unit.getValue()) {
        text.append(rest / unit.getValue()).append(unit.getKey());
        rest %= unit.getValue();
      }
    }
    return text.toString();
  }

  /** A time limit in a message: {@code 60 s}, {@code 250 ms}, {@code 1500 ms}, {@code 12 s}. */
  public static String spaced(Duration duration) {
    long millis = duration.toMillis();
    return millis >= 10_000 || millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
  }

  /**
   * {@code 100}, {@code 1KB} (1024), {@code 64KiB} (the same), {@code 1.5MB}; empty when it is none
   * or not a whole number of bytes.
   */
  public static Optional<Long> bytes(String text) {
    String trimmed = text.strip();
    Matcher parts = SIZE_PARTS.matcher(trimmed);
    if (!SIZE.matcher(trimmed).matches() || !parts.matches()) {
      return Optional.empty();
    }
    int shift =
        switch (parts.group(2).toLowerCase(Locale.ROOT)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          default -> 0;
        };
    try {
      BigDecimal bytes = number(parts).multiply(BigDecimal.valueOf(1L << shift));
      return Optional.of(bytes.longValueExact());
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
  }
}
