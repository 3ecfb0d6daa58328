package io.tidemark.report.chart;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Spreads.Use;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The charts of one workload. */
final class ChartSet {
  static final Axis TIME = Axis.linear("time", Unit.SECONDS);
  static final Axis RATE = Axis.linear("", Unit.PER_SECOND);

  private final String idPrefix;
  private final boolean brief;
  private final List<ReportedRun> runs;
  private final References references;
  private final List<Chart> charts = new ArrayList<>();

  ChartSet(String idPrefix, List<ReportedRun> runs, List<ReferenceLine> references) {
    this(idPrefix, false, runs, references);
  }

  private ChartSet(
      String idPrefix, boolean brief, List<ReportedRun> runs, List<ReferenceLine> references) {
    this.idPrefix = idPrefix;
    this.brief = brief;
    this.runs = List.copyOf(runs);
    this.references = References.forRuns(references, runs);
  }

  /** For small pictures: few lines of each run, without references. */
  static ChartSet brief(List<ReportedRun> runs) {
    return new ChartSet("", true, runs, List.of());
  }

  boolean isBrief() {
    return brief && isSingle();
  }

  /** Which statistics of a latency a chart has. */
  List<Statistic> statistics(List<Statistic> ofSingle) {
    return !isSingle()
        ? List.of(Statistic.P99)
        : brief ? List.of(Statistic.P50, Statistic.P99) : ofSingle;
  }

  List<ReportedRun> runs() {
    return runs;
  }

  References references() {
    return references;
  }

  boolean isSingle() {
    return runs.size() == 1;
  }

  List<Chart> charts() {
    return charts;
  }

  /** Adds a chart unless nothing was measured. Its id gets the workload in front. */
  void add(Chart chart) {
    add(chart, Optional.empty());
  }

  /**
   * Adds a chart with figures of a group: of systems with several runs, damaged ones are left out.
   */
  void add(Chart chart, Optional<FigureGroup> figures) {
    List<Line> lines = chart.lines().stream().filter(Line::hasPoint).toList();
    if (lines.stream().noneMatch(Line::isMeasured)) {
      return;
    }
    Chart added =
        new Chart(
            idPrefix + chart.id(),
            chart.group(),
            chart.title() + (isSingle() ? runs.get(0).mark() : ""),
            chart.description(),
            chart.x(),
            chart.y(),
            lines,
            chart.marks(),
            chart.references());
    List<Line> all = new ArrayList<>(Spreads.of(added, line -> use(line, figures)));
    all.addAll(lines);
    charts.add(added.with(added.title(), all));
  }

  private Use use(Line line, Optional<FigureGroup> figures) {
    List<ReportedRun> its =
        runs.stream()
            .filter(run -> run.environment().equals(line.environment()))
            .filter(run -> run.iteration() == line.iteration())
            .toList();
    if (its.stream().anyMatch(run -> run.unusable().isPresent())) {
      return Use.NONE;
    }
    boolean damaged =
        figures.isPresent() && its.stream().anyMatch(run -> !run.validity(figures.get()).usable());
    return damaged ? Use.DAMAGED : Use.USABLE;
  }

  /**
   * The label of a line.
   *
   * @param part what it is of the run: all that is needed for a single run
   * @param several whether the chart has several lines of each run
   */
  String label(ReportedRun run, String part, boolean several) {
    if (isSingle()) {
      return part;
    }
    return several ? run.label() + ", " + part : run.label();
  }

  /** A measured line of a run. */
  static Line line(ReportedRun run, String label, double[] x, double[] y) {
    return new Line(label, run.environment(), run.iteration(), Kind.LINE, x, y);
  }

  /** An intention or a limit of a run. */
  static Line dashed(ReportedRun run, String label, double[] x, double[] y) {
    return new Line(label, run.environment(), run.iteration(), Kind.DASHED, x, y);
  }

  /** Values in a larger unit. */
  static double[] divided(double[] values, double unit) {
    return unit == 1 ? values : DoubleStream.of(values).map(value -> value / unit).toArray();
  }

  /** In front of ids; unique also where two workloads have the same letters and digits. */
  static String prefix(String workload, Collection<String> workloads) {
    String letters = letters(workload);
    List<String> same = workloads.stream().filter(other -> letters(other).equals(letters)).toList();
    int place = same.indexOf(workload);
    return letters + (place == 0 ? "" : "-" + (place + 1)) + "-";
  }

  /** Part of an id, which is also the name of a file: letters, digits and {@code -}. */
  static String letters(String text) {
    return text.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
  }
}
