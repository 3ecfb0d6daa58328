package io.tidemark.runs.watch;

import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.runs.watch.Progress.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** The figures of the last sample, each with its course as a line of characters. */
final class DashboardFigures {
  private static final int SHORTEST_SPARKLINE = 8;
  private static final int LONGEST_SPARKLINE = 60;

  private static final Map<Measure, String> LATENCIES = new LinkedHashMap<>();

  static {
    LATENCIES.put(Measure.ROUND_TRIP, "round trip");
    LATENCIES.put(Measure.ROUND_TRIP_RESPONSE, "response");
    LATENCIES.put(Measure.END_TO_END, "end-to-end");
    LATENCIES.put(Measure.PUBLISH_LATENCY, "publish");
  }

  private final List<Point> points;
  private final Point last;
  private final TerminalStyle style;
  private final int width;
  private final List<DashboardRow> rows = new ArrayList<>();

  private DashboardFigures(List<Point> points, TerminalStyle style, int width) {
    this.points = points;
    this.last = points.get(points.size() - 1);
    this.style = style;
    this.width = width;
  }

  /**
   * @param points in order of time, at least one
   */
  static List<DashboardRow> of(List<Point> points, TerminalStyle style, int width) {
    DashboardFigures figures = new DashboardFigures(points, style, width);
    figures.rates();
    figures.latencies();
    return figures.rows;
  }

  private void row(int rank, String text) {
    rows.add(new DashboardRow(rank, text));
  }

  private void rates() {
    row(12, " %-12s%11s  %s".formatted("", "now", "last 2 min"));
    rate(9, "intended/s", Point::intendedPerSecond);
    rate(8, "sent/s", counted(Counter.SENT));
    if (last.sample().latencies().containsKey(Measure.ROUND_TRIP_RESPONSE)) {
      rate(2, "round trips", counted(Counter.ANSWERED));
    } else {
      rate(2, "published/s", counted(Counter.ACKNOWLEDGED));
      rate(3, "consumed/s", counted(Counter.RECEIVED));
    }
    Sample sample = last.sample();
    ToDoubleFunction<Point> backlog = point -> point.sample().backlog();
    value(6, "backlog", Text.count(sample.backlog()), highest(backlog));
    ToDoubleFunction<Point> inFlight = point -> point.sample().inFlight();
    value(13, "in flight", Text.count(sample.inFlight()), highest(inFlight));
  }

  private static ToDoubleFunction<Point> counted(Counter counter) {
    return point -> point.sample().perSecond(counter);
  }

  private void rate(int rank, String name, ToDoubleFunction<Point> rate) {
    double now = rate.applyAsDouble(last);
    if (Double.isFinite(now)) {
      value(rank, name, Text.perSecond(now), Sparkline.mean(points, columns(26), rate));
    }
  }

  private void value(int rank, String name, String now, double[] course) {
    row(rank, " %-12s%11s  %s".formatted(name, now, line(course)));
  }

  private double[] highest(ToDoubleFunction<Point> value) {
    return Sparkline.highest(points, columns(26), value);
  }

  private String line(double[] course) {
    return Sparkline.of(course, style.unicode());
  }

  /** Room for a line behind other columns; 0 if there is too little. */
  private int columns(int others) {
    int room = Math.min(LONGEST_SPARKLINE, width - others);
    return room < SHORTEST_SPARKLINE ? 0 : room;
  }

  private void latencies() {
    Map<Measure, LatencySummary> now = last.sample().latencies();
    if (LATENCIES.keySet().stream().anyMatch(now::containsKey)) {
      row(
          10,
          " %-12s%10s%10s%10s%10s  %s"
              .formatted(
                  "latency", "p50", "p99", "p99.9", "max", columns(55) > 0 ? "p99, 2 min" : ""));
    }
    int rank = 4;
    for (Map.Entry<Measure, String> latency : LATENCIES.entrySet()) {
      Measure measure = latency.getKey();
      if (now.containsKey(measure)) {
        latency(rank++, latency.getValue(), measure, now.get(measure));
      }
    }
  }

  private void latency(int rank, String name, Measure measure, LatencySummary now) {
    double[] course =
        Sparkline.highest(
            points,
            columns(55),
            point -> {
              LatencySummary latency = point.sample().latencies().get(measure);
              return latency == null ? Double.NaN : latency.p99Nanos();
            });
    row(
        rank,
        " %-12s%10s%10s%10s%10s  %s"
            .formatted(
                name,
                text(now.p50Nanos()),
                text(now.p99Nanos()),
                text(now.p999Nanos()),
                text(now.maxNanos()),
                line(course)));
  }

  private String text(long nanos) {
    return style.latency(nanos / 1e3);
  }

  /** The course of a value as one line of characters, from the height 0 to that of the maximum. */
  static final class Sparkline {
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
      spread(
          points, columns, value, (column, each) -> highest[column] = max(highest[column], each));
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
}
