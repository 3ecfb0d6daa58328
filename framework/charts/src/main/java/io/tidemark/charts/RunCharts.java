package io.tidemark.charts;

import io.tidemark.charts.Axis.Scale;
import io.tidemark.charts.Chart.Group;
import io.tidemark.report.runs.ComparedMetric;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** One value of each run, by environment: {@code runs-publishRate}, {@code runs-endToEnd-p99}. */
final class RunCharts {
  /** In the order of the report. */
  static final Map<ComparedMetric, String> TITLES =
      new TreeMap<>(
          Map.of(
              ComparedMetric.PUBLISH_RATE, "Publish rate",
              ComparedMetric.CONSUME_RATE, "Consume rate",
              ComparedMetric.ROUND_TRIP_RATE, "Round trips",
              ComparedMetric.PUBLISH_P99, "Publish latency, p99",
              ComparedMetric.END_TO_END_P99, "End-to-end latency, p99",
              ComparedMetric.ROUND_TRIP_P99, "Round trip, p99"));

  private RunCharts() {}

  static void addTo(ChartSet set) {
    if (!set.isSingle()) {
      TITLES.forEach((metric, title) -> add(set, metric, title));
    }
  }

  private static void add(ChartSet set, ComparedMetric metric, String title) {
    List<String> environments =
        set.runs().stream().map(ReportedRun::environment).distinct().toList();
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < environments.size(); i++) {
      lines.add(line(set, metric, environments.get(i), i));
    }
    set.add(
        new Chart(
            "runs-" + ChartId.letters(metric.key()),
            Group.RUNS,
            title + " of each run",
            "One point for each run, over all of its measured phases.",
            new Axis("", Scale.CATEGORY, environments),
            metric.isRate() ? ChartSet.RATE : Latency.axis(lines),
            lines,
            List.of(),
            set.references().in(lines, unit(metric), References.metrics(metric))));
  }

  /** Divisor that gives a value in the unit of the axis. */
  static double unit(ComparedMetric metric) {
    return metric.isRate() ? 1 : Latency.MICROS_PER_MILLI;
  }

  private static Line line(ChartSet set, ComparedMetric metric, String environment, int place) {
    double unit = unit(metric);
    double[] y =
        set.runs().stream()
            .filter(run -> run.environment().equals(environment))
            .map(run -> run.metrics().get(metric))
            .filter(Objects::nonNull)
            .mapToDouble(value -> value / unit)
            .toArray();
    double[] x = new double[y.length];
    Arrays.fill(x, place);
    return new Line(environment, environment, 0, Line.Kind.POINTS, x, y);
  }
}
