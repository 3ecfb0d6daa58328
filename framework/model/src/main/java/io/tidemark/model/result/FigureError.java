package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The largest error that a cause can have made.
 *
 * @param millis of times, by statistic: that of {@code p95} holds for all percentiles up to it,
 *     that of {@code max} for every statistic
 * @param percent of rates; null if it is not about them
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record FigureError(Map<String, Double> millis, @Nullable Double percent) {
  /** A larger share of a time makes it unusable. */
  public static final double TOLERATED_PERCENT = 10;

  public static final String MAX = "max";
  private static final double NANOS_PER_MILLI = 1e6;

  /** An error of any size. */
  public static final FigureError UNKNOWN = new FigureError(Map.of(), null);

  public FigureError {
    millis = millis == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(millis));
  }

  /** Returns the error of every time. */
  public static FigureError ofNanos(double nanos) {
    return ofNanos(Map.of(MAX, nanos));
  }

  /** Returns the errors of times by statistic, in ascending order. */
  public static FigureError ofNanos(Map<String, Double> nanos) {
    Map<String, Double> millis = new LinkedHashMap<>();
    nanos.forEach((statistic, each) -> millis.put(statistic, Math.rint(each / 1e3) / 1e3));
    return new FigureError(millis, null);
  }

  /** Returns the error of a rate. */
  public static FigureError ofPercent(double percent) {
    return new FigureError(Map.of(), Math.rint(percent * 1e3) / 1e3);
  }

  public boolean isKnown() {
    return !millis.isEmpty() || percent != null;
  }

  /** The error of a statistic of a time: {@code p99}, {@code mean}; empty if it is not known. */
  public OptionalDouble nanos(String statistic) {
    String which = millis.containsKey(statistic) ? statistic : next(statistic).orElse(MAX);
    Double known = millis.get(which);
    return known == null ? OptionalDouble.empty() : OptionalDouble.of(known * NANOS_PER_MILLI);
  }

  /** The lowest percentile that is not below it. */
  private Optional<String> next(String statistic) {
    OptionalDouble asked = percentile(statistic);
    return asked.isEmpty()
        ? Optional.empty()
        : millis.keySet().stream()
            .filter(each -> percentile(each).orElse(-1) >= asked.getAsDouble())
            .findFirst();
  }

  private static OptionalDouble percentile(String statistic) {
    if (statistic.equals("min")) {
      return OptionalDouble.of(0);
    }
    return statistic.startsWith("p")
        ? OptionalDouble.of(Double.parseDouble(statistic.substring(1)))
        : OptionalDouble.empty();
  }

  /** Whether a time with this error can be used. */
  public boolean isSmall(String statistic, double nanos) {
    OptionalDouble error = nanos(statistic);
    return error.isPresent() && error.getAsDouble() <= nanos * TOLERATED_PERCENT / 100;
  }

  /** The larger error of two causes; unknown is larger than any. */
  FigureError or(FigureError other) {
    if (!isKnown() || !other.isKnown()) {
      return UNKNOWN;
    }
    Map<String, Double> both = new LinkedHashMap<>();
    Stream.concat(millis.keySet().stream(), other.millis.keySet().stream())
        .distinct()
        .sorted(Comparator.comparingDouble(FigureError::order))
        .forEach(
            each ->
                both.put(
                    each,
                    Math.max(nanos(each).orElse(0), other.nanos(each).orElse(0))
                        / NANOS_PER_MILLI));
    boolean ofRates = percent != null || other.percent != null;
    return new FigureError(
        both, ofRates ? Double.valueOf(Math.max(orZero(percent), orZero(other.percent))) : null);
  }

  /** Percentiles first, the mean and the maximum last. */
  private static double order(String statistic) {
    return percentile(statistic).orElse(statistic.equals(MAX) ? 102 : 101);
  }

  private static double orZero(@Nullable Double number) {
    return number == null ? 0 : number;
  }

  /** {@code error at most 216 ms}. */
  public String text(String statistic) {
    OptionalDouble nanos = nanos(statistic);
    if (nanos.isPresent()) {
      return "error at most " + Text.nanos(nanos.getAsDouble());
    }
    return percent == null ? "error unknown" : "error at most " + Text.percent(percent);
  }
}
