package io.tidemark.model.result.finish;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A straight line through the course of a figure, by least squares. A course of any length takes
 * the same memory: neighbours are merged into stretches, each with its means. Not thread-safe.
 */
public final class LinearTrend {
  private static final int MOST_STRETCHES = 240;
  private static final int LEAST_STRETCHES = 20;
  private static final double MOST_CORRELATION = 0.95;

  private record Stretch(double seconds, double value, long points) {
    Stretch and(Stretch other) {
      double sum = (double) points + other.points;
      return new Stretch(
          (seconds * points + other.seconds * other.points) / sum,
          (value * points + other.value * other.points) / sum,
          points + other.points);
    }
  }

  /**
   * The line from the first point to the last.
   *
   * @param from its value at the first point
   * @param to its value at the last point
   * @param seconds between them
   * @param errors its slope as a multiple of the standard error, which takes into account that
   *     neighbours deviate from the line together
   */
  public record Line(double from, double to, double seconds, double errors) {
    /** The change in an hour. */
    public double perHour() {
      return (to - from) / seconds * 3_600;
    }

    /** The change as a share of the first value, which is above 0. */
    public double share() {
      return (to - from) / from;
    }
  }

  private final List<Stretch> stretches = new ArrayList<>();
  private long pointsPerStretch = 1;

  /** The next point, in order of time. */
  public void add(double seconds, double value) {
    Stretch point = new Stretch(seconds, value, 1);
    int last = stretches.size() - 1;
    if (last >= 0 && stretches.get(last).points < pointsPerStretch) {
      stretches.set(last, stretches.get(last).and(point));
      return;
    }
    if (stretches.size() == MOST_STRETCHES) {
      for (int i = 0; i < MOST_STRETCHES / 2; i++) {
        stretches.set(i, stretches.get(2 * i).and(stretches.get(2 * i + 1)));
      }
      stretches.subList(MOST_STRETCHES / 2, MOST_STRETCHES).clear();
      pointsPerStretch *= 2;
    }
    stretches.add(point);
  }

  /** Empty with too few points to tell. */
  public Optional<Line> line() {
    int n = stretches.size();
    if (n < LEAST_STRETCHES) {
      return Optional.empty();
    }
    double meanSeconds = stretches.stream().mapToDouble(Stretch::seconds).average().orElseThrow();
    double mean = stretches.stream().mapToDouble(Stretch::value).average().orElseThrow();
    double squares = 0;
    double products = 0;
    for (Stretch each : stretches) {
      squares += square(each.seconds - meanSeconds);
      products += (each.seconds - meanSeconds) * (each.value - mean);
    }
    double slope = products / squares;
    double[] residuals =
        stretches.stream()
            .mapToDouble(each -> each.value - mean - slope * (each.seconds - meanSeconds))
            .toArray();
    double error = Math.sqrt(sumOfSquares(residuals) / (n - 2) / squares) * inflation(residuals);
    double first = stretches.get(0).seconds;
    double last = stretches.get(n - 1).seconds;
    return Optional.of(
        new Line(
            mean + slope * (first - meanSeconds),
            mean + slope * (last - meanSeconds),
            last - first,
            error == 0 ? (slope == 0 ? 0 : Double.MAX_VALUE) : Math.abs(slope) / error));
  }

  /** Neighbours that deviate together tell less than as many independent points. */
  private static double inflation(double... residuals) {
    double neighbours = 0;
    for (int i = 1; i < residuals.length; i++) {
      neighbours += residuals[i] * residuals[i - 1];
    }
    double all = sumOfSquares(residuals);
    double correlation = all == 0 ? 0 : Math.max(0, Math.min(MOST_CORRELATION, neighbours / all));
    return Math.sqrt((1 + correlation) / (1 - correlation));
  }

  private static double sumOfSquares(double... values) {
    double sum = 0;
    for (double value : values) {
      sum += square(value);
    }
    return sum;
  }

  private static double square(double value) {
    return value * value;
  }
}
