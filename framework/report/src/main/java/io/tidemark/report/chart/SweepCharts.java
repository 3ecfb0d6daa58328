package io.tidemark.report.chart;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.metric.Unit;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Interval;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.figures.LogarithmicAxis;
import io.tidemark.report.runs.MatrixAxis;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Results of a study over each key of its matrix that has numbers or versions as values: {@code
 * sweep-cpus-publishRate}. One line for each environment, with the values of the other keys.
 */
public final class SweepCharts {
  private SweepCharts() {}

  /**
   * Charts of usable runs; none outside a study.
   *
   * @param references limits and published figures; each is drawn where it applies
   */
  public static List<Chart> forRuns(ReportedRuns runs, List<ReferenceLine> references) {
    List<Chart> charts = new ArrayList<>();
    StoredStudy study = runs.study().orElse(null);
    if (study == null) {
      return charts;
    }
    Map<String, List<ReportedRun>> byWorkload = runs.usableByWorkload();
    for (MatrixAxis axis : study.axes()) {
      Sweep sweep = new Sweep(axis);
      byWorkload.forEach(
          (workload, members) -> {
            String title = byWorkload.size() > 1 ? ": " + workload : "";
            charts.addAll(
                sweep.charts(
                    new ChartSet(
                        ChartSet.prefix(workload, byWorkload.keySet()), members, references),
                    title));
          });
    }
    return charts;
  }

  /** One key with its values. */
  private record Sweep(MatrixAxis key) {
    private Axis axis() {
      if (key.isOfVersions()) {
        return Axis.categories(key.name(), key.ascending());
      }
      boolean wide =
          LogarithmicAxis.suits(
              key.texts().stream().mapToDouble(text -> key.number(text).orElse(0.0)));
      return Axis.of(key.name() + key.unit(), Unit.NUMBER, wide);
    }

    List<Chart> charts(ChartSet set, String title) {
      RunCharts.metrics().forEach(metric -> set.add(chart(set, metric, title)));
      return set.charts();
    }

    private Chart chart(ChartSet set, MetricReference metric, String title) {
      List<Line> lines = new ArrayList<>();
      byOthers(set.runs()).forEach((label, members) -> lines.addAll(lines(metric, label, members)));
      return new Chart(
          "sweep-" + ChartSet.letters(key.name()) + "-" + ChartSet.letters(metric.key()),
          Group.SWEEP,
          metric.title() + title + " by " + key.name(),
          "One line for each system: the mean of its runs. Points are single runs.",
          axis(),
          metric.isRate() ? ChartSet.RATE : Latency.axis(lines),
          lines,
          List.of(),
          set.references().in(lines, References.metrics(metric)));
    }

    /** Groups the runs by environment and the values of the other keys. */
    private Map<String, List<ReportedRun>> byOthers(List<ReportedRun> runs) {
      return runs.stream()
          .collect(
              Collectors.groupingBy(
                  run -> run.planned().orElseThrow().without(key.path()),
                  LinkedHashMap::new,
                  Collectors.toList()));
    }

    private List<Line> lines(MetricReference metric, String label, List<ReportedRun> runs) {
      Map<Double, List<Double>> values = new TreeMap<>();
      for (ReportedRun run : runs) {
        Double value = run.metrics().get(metric);
        Double x =
            key.number(run.planned().orElseThrow().cell().getOrDefault(key.path(), ""))
                .orElse(null);
        if (value != null && x != null) {
          values.computeIfAbsent(x, any -> new ArrayList<>()).add(value);
        }
      }
      List<Interval> none =
          values.values().stream().map(all -> new Interval(Double.NaN, Double.NaN)).toList();
      List<Double> means =
          values.values().stream()
              .map(all -> all.stream().mapToDouble(y -> y).average().orElse(Double.NaN))
              .toList();
      return SweepCharts.lines(label, values, means, none);
    }
  }

  /**
   * A line of means with their intervals, and a point for each run if a mean is of several.
   *
   * @param runs values by place, in the order of the places
   */
  public static List<Line> lines(
      String label, Map<Double, List<Double>> runs, List<Double> means, List<Interval> intervals) {
    List<Line> lines = new ArrayList<>();
    lines.add(
        new Line(
            label,
            label,
            0,
            Kind.LINE,
            array(runs.keySet().stream()),
            array(means.stream()),
            array(intervals.stream().map(Interval::lowest)),
            array(intervals.stream().map(Interval::highest)),
            ""));
    if (runs.values().stream().anyMatch(all -> all.size() > 1)) {
      double[] x =
          array(
              runs.entrySet().stream()
                  .flatMap(
                      each -> Collections.nCopies(each.getValue().size(), each.getKey()).stream()));
      double[] y = array(runs.values().stream().flatMap(List::stream));
      lines.add(new Line(label + ", each run", label, 0, Kind.POINTS, x, y));
    }
    return lines;
  }

  private static double[] array(Stream<Double> values) {
    return values.mapToDouble(Double::doubleValue).toArray();
  }

  /** One value of each run, by environment: {@code runs-publishRate}, {@code runs-endToEnd-p99}. */
  static final class RunCharts {
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
}
