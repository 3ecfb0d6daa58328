package io.tidemark.report.chart;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** One value of each run, by environment: {@code runs-publishRate}, {@code runs-endToEnd-p99}. */
final class RunCharts {
  private RunCharts() {}

  /** In the order of tables. */
  static List<MetricReference> metrics() {
    return Metrics.first().stream()
        .filter(Metric::isOfPhases)
        .map(MetricReference::of)
        .sorted()
        .toList();
  }

  static void addTo(ChartSet set) {
    if (!set.isSingle()) {
      metrics().forEach(metric -> add(set, metric));
    }
  }

  private static void add(ChartSet set, MetricReference metric) {
    List<String> environments =
        set.runs().stream().map(ReportedRun::environment).distinct().toList();
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < environments.size(); i++) {
      lines.add(line(set, metric, environments.get(i), i));
    }
    set.add(
        new Chart(
            "runs-" + ChartSet.letters(metric.key()),
            Group.RUNS,
            metric.title() + " of each run",
            "One point for each run, over all of its measured phases.",
            Axis.categories("", environments),
            metric.isRate() ? ChartSet.RATE : Latency.axis(lines),
            lines,
            List.of(),
            set.references().in(lines, References.metrics(metric))));
  }

  private static Line line(ChartSet set, MetricReference metric, String environment, int place) {
    double[] y =
        set.runs().stream()
            .filter(run -> run.environment().equals(environment))
            .map(run -> run.metrics().get(metric))
            .filter(Objects::nonNull)
            .mapToDouble(value -> value)
            .toArray();
    double[] x = new double[y.length];
    Arrays.fill(x, place);
    return new Line(environment, environment, 0, Kind.POINTS, x, y);
  }
}
