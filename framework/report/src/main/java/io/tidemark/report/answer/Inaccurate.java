package io.tidemark.report.answer;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.Text;
import java.util.OptionalDouble;

/**
 * A figure that a headline states, although a cause can have changed it by more than is tolerated.
 *
 * @param figure in words
 * @param by {@code by up to 187 ms}
 * @param size the same as a number, to compare errors of one figure
 * @param useless whether it does not even give a direction: the error is not known, or is as large
 *     as the figure
 */
record Inaccurate(String figure, String by, double size, boolean useless) {
  static Inaccurate time(String figure, FigureError error, String statistic, double nanos) {
    OptionalDouble largest = error.nanos(statistic);
    return new Inaccurate(
        figure,
        by(error, statistic),
        largest.orElse(Double.MAX_VALUE),
        largest.isEmpty() || largest.getAsDouble() >= nanos);
  }

  static Inaccurate rate(String figure, FigureError error) {
    return new Inaccurate(
        figure,
        by(error, ""),
        error.percent() == null ? Double.MAX_VALUE : error.percent(),
        error.percent() == null);
  }

  /** The one with the larger error. */
  Inaccurate larger(Inaccurate other) {
    return other.size > size ? other : this;
  }

  /** The largest error of a statistic of times, or of rates. */
  static String by(FigureError error, String statistic) {
    OptionalDouble nanos = error.nanos(statistic);
    if (nanos.isPresent()) {
      return "by up to " + Text.nanos(nanos.getAsDouble());
    }
    return error.percent() == null
        ? "by an unknown amount"
        : "by up to " + Text.percent(error.percent());
  }

  /** {@code inaccurate by up to 187 ms}. */
  String words() {
    return "inaccurate " + by;
  }

  /** Returns the words with its figure, for a list. */
  String listed() {
    return figure + " (" + words() + ")";
  }
}
