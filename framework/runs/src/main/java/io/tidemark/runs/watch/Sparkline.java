package io.tidemark.runs.watch;

import io.tidemark.runs.watch.Progress.Point;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** The course of a value as one line of characters, from the height 0 to that of the maximum. */
final class Sparkline {
  private static final String UNICODE = "▁▂▃▄▅▆▇█";
  private static final String ASCII = "_.:-=+*#";

  private Sparkline() {}

  /** One character for each value; a blank for NaN. */
  static String of(double[] values, boolean unicode) {
    String levels = unicode ? UNICODE : ASCII;
    double highest = DoubleStream.of(values).filter(Double::isFinite).max().orElse(0);
    StringBuilder line = new StringBuilder();
    for (double value : values) {
      int level = highest > 0 ? (int) Math.round(value / highest * (levels.length() - 1)) : 0;
      line.append(Double.isFinite(value) ? levels.charAt(Math.max(0, level)) : ' ');
    }
    return line.toString();
  }

  /** The highest value of each part of the window; NaN where there is none. */
  static double[] highest(List<Point> points, int columns, ToDoubleFunction<Point> value) {
    double[] highest = empty(columns);
    spread(points, columns, value, (column, each) -> highest[column] = max(highest[column], each));
    return highest;
  }

  /** The mean of the samples of each part of the window; NaN where there is none. */
  static double[] mean(List<Point> points, int columns, ToDoubleFunction<Point> value) {
    double[] sum = new double[columns];
    int[] count = new int[columns];
    spread(
        points,
        columns,
        value,
        (column, each) -> {
          sum[column] += each;
          count[column]++;
        });
    double[] mean = empty(columns);
    for (int i = 0; i < columns; i++) {
      mean[i] = count[i] == 0 ? Double.NaN : sum[i] / count[i];
    }
    return mean;
  }

  private static double[] empty(int columns) {
    double[] values = new double[columns];
    Arrays.fill(values, Double.NaN);
    return values;
  }

  private static double max(double before, double value) {
    return Double.isNaN(before) ? value : Math.max(before, value);
  }

  private interface Column {
    void add(int column, double value);
  }

  /** A sample belongs to each column that its time touches; the newest one ends in the last. */
  private static void spread(
      List<Point> points, int columns, ToDoubleFunction<Point> value, Column each) {
    if (points.isEmpty()) {
      return;
    }
    long end = end(points.get(points.size() - 1));
    double width = (double) Progress.WINDOW.toNanos() / columns;
    double start = end - width * columns;
    for (Point point : points) {
      double y = value.applyAsDouble(point);
      int from = (int) Math.floor((point.sample().startEpochNanos() - start) / width + 1e-6);
      int to = (int) Math.ceil((end(point) - start) / width - 1e-6);
      for (int column = Math.max(0, from); column < to && Double.isFinite(y); column++) {
        each.add(column, y);
      }
    }
  }

  private static long end(Point point) {
    return point.sample().startEpochNanos() + point.sample().lengthNanos();
  }
}
