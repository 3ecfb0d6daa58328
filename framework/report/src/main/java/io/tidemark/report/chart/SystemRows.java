package io.tidemark.report.chart;

import io.tidemark.model.metric.Unit;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Interval;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Reference;
import io.tidemark.report.chart.Chart.Scale;
import io.tidemark.report.chart.Chart.Tick;
import io.tidemark.report.figures.LogarithmicAxis;
import io.tidemark.report.statistics.Mean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** Makes a chart with a row for each system: its runs as points with their mean, or one bar. */
public final class SystemRows {
  private static final double CONFIDENCE = 0.95;

  private final String meanName;
  private final List<Tick> rows = new ArrayList<>();
  private final Map<String, Values> systems = new LinkedHashMap<>();
  private final List<Line> bars = new ArrayList<>();
  private final List<Reference> references = new ArrayList<>();

  /** The values of a system in all groups. */
  private record Values(
      List<double[]> runs, List<double[]> means, List<Optional<Interval>> intervals) {
    Values() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  /**
   * @param meanName what the means of runs are called
   */
  public SystemRows(String meanName) {
    this.meanName = meanName;
  }

  /**
   * The runs of a system.
   *
   * @param group a heading over rows that follow each other; empty for none
   */
  public void runs(
      String group, String system, List<Double> runs, double mean, Optional<Interval> interval) {
    int row = row(group, system);
    Values values = systems.computeIfAbsent(system, any -> new Values());
    runs.forEach(run -> values.runs.add(new double[] {row, run}));
    values.means.add(new double[] {row, mean});
    values.intervals.add(interval);
  }

  /** Returns the 95 % interval; empty for a mean of too few runs. */
  public static Optional<Interval> interval(Mean mean) {
    return mean.hasInterval()
        ? Optional.of(new Interval(mean.lowest(CONFIDENCE), mean.highest(CONFIDENCE)))
        : Optional.empty();
  }

  /**
   * The mean of the last row is what the rows of its group are compared with.
   *
   * @param rows of the group, with the last one
   * @param atLeast the smallest difference that matters, as a share
   */
  public void baseline(double mean, int rows, double atLeast) {
    int row = this.rows.size() - 1;
    references.add(
        new Reference(
            "baseline; grey: differences of less than %s %% do not matter"
                .formatted(Unit.NUMBER.tick(100 * atLeast, 1)),
            mean,
            mean * (1 - atLeast),
            mean * (1 + atLeast),
            row - 0.5,
            row + rows - 0.5));
  }

  /**
   * One value of a system.
   *
   * @param value NaN if there is none
   * @param text the value with its unit, or why there is none
   */
  public void bar(String group, String system, double value, String text) {
    double[] x = {row(group, system)};
    String label = group.isEmpty() ? system : group + ", " + system;
    double[] none = {};
    bars.add(new Line(label, system, 0, Kind.BARS, x, new double[] {value}, none, none, text));
  }

  private int row(String group, String system) {
    rows.add(new Tick(rows.size(), system, group));
    return rows.size() - 1;
  }

  /** Nothing if there is no row. */
  public Optional<Chart> chart(String id, String title, String description, Unit unit) {
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    List<Line> lines = new ArrayList<>(bars);
    systems.forEach(
        (system, values) -> {
          lines.add(line(system, system, Kind.POINTS, values.runs, List.of()));
          lines.add(
              line(system + ", " + meanName, system, Kind.MEANS, values.means, values.intervals));
        });
    boolean logarithmic =
        bars.isEmpty()
            && LogarithmicAxis.suits(
                lines.stream().flatMapToDouble(line -> DoubleStream.of(line.y())));
    return Optional.of(
        new Chart(
            id,
            Group.RUNS,
            title,
            description,
            new Axis("", Unit.NUMBER, Scale.CATEGORY, rows),
            Axis.of("", unit, logarithmic),
            lines,
            List.of(),
            references));
  }

  private static Line line(
      String label,
      String system,
      Kind kind,
      List<double[]> points,
      List<Optional<Interval>> intervals) {
    boolean known = intervals.stream().anyMatch(Optional::isPresent);
    return new Line(
        label,
        system,
        0,
        kind,
        points.stream().mapToDouble(point -> point[0]).toArray(),
        points.stream().mapToDouble(point -> point[1]).toArray(),
        known ? ends(intervals, true) : new double[0],
        known ? ends(intervals, false) : new double[0],
        "");
  }

  private static double[] ends(List<Optional<Interval>> intervals, boolean lower) {
    return intervals.stream()
        .mapToDouble(
            each ->
                each.map(interval -> lower ? interval.lowest() : interval.highest())
                    .orElse(Double.NaN))
        .toArray();
  }
}
