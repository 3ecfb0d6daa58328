package io.tidemark.driver;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads typed values out of the parsed tree of a driver's file and collects everything that is
 * wrong with it, so that all is reported at once. A getter whose value is wrong notes the problem
 * and returns the default. Not thread-safe.
 */
public class SettingValues {
  private static final String NUMBER = "[0-9]{1,18}(?:\\.[0-9]{1,9})?";
  private static final Duration LONGEST = Duration.ofDays(365);

  /** Each unit once, the longest first. */
  private static final Pattern DURATION =
      Pattern.compile(
          "0|(?=[0-9])(#d)?(#h)?(#(min|m))?(#s)?(#ms)?(#(us|µs))?(#ns)?".replace("#", NUMBER));

  private static final Pattern DURATION_PART =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ns|us|µs|ms|min|s|m|h|d)");
  private static final Pattern MILLISECONDS = Pattern.compile("[0-9]{1,18}");
  private static final Pattern SIZE =
      Pattern.compile("(" + NUMBER + ") ?(?:[bB]|([kKmMgG])(?:[iI]?[bB])?)?");

  private final String what;
  private final Map<?, ?> root;
  private final List<SettingProblem> problems = new ArrayList<>();

  /**
   * @param what begins the message of all problems, such as {@code RabbitMQ driver file}
   * @param root the file's tree, of maps, lists and scalars
   */
  public SettingValues(String what, Map<?, ?> root) {
    this.what = what;
    this.root = root;
  }

  public List<SettingProblem> problems() {
    return List.copyOf(problems);
  }

  /** Throws one exception that names every problem; returns if there is none. */
  public void requireNoProblems() throws IOException {
    if (!problems.isEmpty()) {
      StringBuilder all = new StringBuilder(what).append(':');
      problems.forEach(p -> all.append("\n  ").append(p.path()).append(": ").append(p.message()));
      throw new IOException(all.toString());
    }
  }

  public void problem(String path, String message) {
    problems.add(new SettingProblem(path, message));
  }

  public boolean has(String path) {
    return value(path) != null;
  }

  public String text(String path, String defaultValue) {
    Object value = value(path);
    if (value instanceof Map || value instanceof List) {
      problem(path, "got a " + (value instanceof Map ? "map" : "list") + "; allowed a text");
      return defaultValue;
    }
    return value == null ? defaultValue : value.toString();
  }

  public boolean flag(String path, boolean defaultValue) {
    String text = text(path, Boolean.toString(defaultValue));
    if (!text.equals("true") && !text.equals("false")) {
      problem(path, "got '" + text + "'; allowed true, false");
      return defaultValue;
    }
    return Boolean.parseBoolean(text);
  }

  public int number(String path, int defaultValue, int least, int most) {
    return (int) whole(path, defaultValue, least, most);
  }

  public long whole(String path, long defaultValue, long least, long most) {
    String text = text(path, Long.toString(defaultValue));
    return parsed(
        path,
        text,
        defaultValue,
        "a whole number from " + least + " to " + most,
        t -> {
          long number = Long.parseLong(t);
          return number < least || number > most ? null : number;
        });
  }

  public double ratio(String path, double defaultValue) {
    return parsed(
        path,
        text(path, Double.toString(defaultValue)),
        defaultValue,
        "a number from 0 to 1",
        t -> {
          double number = Double.parseDouble(t);
          return number >= 0 && number <= 1 ? number : null;
        });
  }

  /** A time span in the grammar of workload files: a number has a unit, unless it is 0. */
  public Duration duration(String path, Duration defaultValue) {
    return has(path)
        ? parsed(
            path,
            text(path, ""),
            defaultValue,
            "a time span such as 100ms, 30s or 5m",
            SettingValues::parseDuration)
        : defaultValue;
  }

  /** As {@link #duration}, or a plain number of milliseconds: for keys that OMB has so. */
  public Duration milliseconds(String path, Duration defaultValue) {
    return has(path)
        ? parsed(
            path,
            text(path, ""),
            defaultValue,
            "a time span such as 100ms or 30s, or a number of milliseconds",
            SettingValues::parseMilliseconds)
        : defaultValue;
  }

  /** A size in bytes. */
  public long size(String path, long defaultValue) {
    return parsed(
        path,
        text(path, Long.toString(defaultValue)),
        defaultValue,
        "a size such as 512, 64KB or 2GB",
        SettingValues::parseSize);
  }

  public <E extends Enum<E>> E choice(String path, E defaultValue) {
    List<String> allowed = new ArrayList<>();
    String wanted = text(path, defaultValue.name());
    for (E constant : defaultValue.getDeclaringClass().getEnumConstants()) {
      String name = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
      if (name.equals(wanted.toLowerCase(Locale.ROOT).replace('_', '-'))) {
        return constant;
      }
      allowed.add(name);
    }
    problem(path, "got '" + wanted + "'; allowed " + String.join(", ", allowed));
    return defaultValue;
  }

  /** A list of texts; a single text stands for a list of one. */
  public List<String> texts(String path) {
    Object value = value(path);
    if (value == null) {
      return List.of();
    }
    List<?> list = value instanceof List<?> l ? l : List.of(value);
    return list.stream().map(String::valueOf).toList();
  }

  /** A map with keys of the user's choice, in the order of the file. */
  public Map<String, Object> map(String path) {
    Object value = value(path);
    Map<String, Object> copy = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, entry) -> copy.put(String.valueOf(key), entry));
    } else if (value != null) {
      problem(path, "got '" + value + "'; allowed a map");
    }
    return copy;
  }

  private Object value(String path) {
    Object node = root;
    for (String key : path.split("\\.")) {
      node = node instanceof Map<?, ?> map ? map.get(key) : null;
    }
    return node;
  }

  private <T> T parsed(
      String path, String text, T defaultValue, String allowed, Function<String, T> parser) {
    T value;
    try {
      value = parser.apply(text.strip());
    } catch (NumberFormatException e) {
      value = null;
    }
    if (value == null) {
      problem(path, "got '" + text + "'; allowed " + allowed);
      return defaultValue;
    }
    return value;
  }

  /**
   * Parses {@code 500ms}, {@code 1h30m}, {@code 1.5s} or {@code 0}.
   *
   * @return null when it is no time span, or one above 365 days
   */
  public static Duration parseDuration(String text) {
    if (!DURATION.matcher(text).matches()) {
      return null;
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = DURATION_PART.matcher(text);
    while (part.find()) {
      BigDecimal unit = BigDecimal.valueOf(unitNanos(part.group(2)));
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit));
    }
    return nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0
        ? null
        : Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_UP).longValue());
  }

  private static long unitNanos(String unit) {
    return switch (unit) {
      case "ns" -> 1L;
      case "us", "µs" -> 1_000L;
      case "ms" -> 1_000_000L;
      case "s" -> 1_000_000_000L;
      case "m", "min" -> 60_000_000_000L;
      case "h" -> 3_600_000_000_000L;
      default -> 86_400_000_000_000L;
    };
  }

  private static Duration parseMilliseconds(String text) {
    return parseDuration(MILLISECONDS.matcher(text).matches() ? text + "ms" : text);
  }

  /**
   * Parses {@code 100}, {@code 1KB} (1024), {@code 64KiB} (the same) or {@code 1.5MB}.
   *
   * @return null when it is no size, or not a whole number of bytes
   */
  public static Long parseSize(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    String unit = matcher.group(2) == null ? "b" : matcher.group(2).toLowerCase(Locale.ROOT);
    BigDecimal factor = BigDecimal.valueOf(1L << 10 * "bkmg".indexOf(unit));
    try {
      return new BigDecimal(matcher.group(1)).multiply(factor).longValueExact();
    } catch (ArithmeticException e) {
      return null;
    }
  }
}
