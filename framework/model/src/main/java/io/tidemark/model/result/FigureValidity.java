package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether the figures of a group can be used.
 *
 * @param usable false if one of them must not be used; others of the group may be
 * @param because codes of the findings that can have changed them, also by a small error
 * @param errorMillis the largest error of times, as in {@link FigureError}; empty without a cause,
 *     or if it is not known
 * @param errorPercent the largest error of rates
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record FigureValidity(
    boolean usable,
    List<String> because,
    Map<String, Double> errorMillis,
    @Nullable Double errorPercent) {
  /** The validity without a cause of errors. */
  public static final FigureValidity GOOD = new FigureValidity(true, List.of(), Map.of(), null);

  /** Returns a validity with the causes of an error. */
  public static FigureValidity of(boolean usable, List<String> because, FigureError error) {
    return new FigureValidity(usable, because, error.millis(), error.percent());
  }

  public FigureValidity {
    because = because == null ? List.of() : List.copyOf(because);
    errorMillis =
        errorMillis == null
            ? Map.of()
            : Collections.unmodifiableMap(new LinkedHashMap<>(errorMillis));
  }

  /** Returns the validity of a group with the causes of both. */
  public FigureValidity and(FigureValidity other) {
    if (because.isEmpty() || other.because.isEmpty()) {
      return because.isEmpty() ? other : this;
    }
    return of(
        usable && other.usable,
        Stream.concat(because.stream(), other.because.stream()).distinct().toList(),
        error().or(other.error()));
  }

  /** What its causes can have changed. */
  public FigureError error() {
    return new FigureError(errorMillis, errorPercent);
  }

  /** Whether a time of the group can be used, compared with the error that is possible. */
  public boolean usable(String statistic, double nanos) {
    return usable || error().isSmall(statistic, nanos);
  }

  /** {@code error at most 216 ms}; empty text without a cause of errors. */
  public String errorText(String statistic) {
    return because.isEmpty() ? "" : error().text(statistic);
  }
}
