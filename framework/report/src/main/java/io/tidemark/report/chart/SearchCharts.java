package io.tidemark.report.chart;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.SearchReport.Trial;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What decides a search: the growth of the backlog in each trial. */
final class SearchCharts {
  private static final double ERRORS = 2;

  private SearchCharts() {}

  static void addTo(ChartSet set) {
    for (Quantity quantity : Quantity.values()) {
      List<Line> lines = new ArrayList<>();
      for (ReportedRun run : set.runs()) {
        search(run, quantity).ifPresent(search -> lines.addAll(lines(set, run, search)));
      }
      boolean rate = quantity == Quantity.RATE;
      boolean logarithmic = quantity.isOfRate();
      String over = quantity.key();
      Group group = rate ? Group.RATE : Group.SWEEP;
      Axis tried = Axis.of(rate ? "rate" : over, rate ? Unit.PER_SECOND : Unit.NUMBER, logarithmic);
      set.add(
          new Chart(
              "backlog-slope-by-" + ChartSet.letters(over),
              group,
              "Growth of the backlog by " + over,
              "Of each trial of the search: the slope of a straight line through the backlog, with"
                  + " twice its standard error. A trial fails if all of that is above 0.",
              tried,
              ChartSet.RATE,
              lines,
              List.of(),
              List.of()));
      TelemetryCharts.addTrialsTo(set, quantity, tried, group);
    }
  }

  private static List<Line> lines(ChartSet set, ReportedRun run, SearchReport search) {
    List<Line> lines = new ArrayList<>();
    lines.add(points(run, set.label(run, "passed", true), search, trial -> slope(trial, true)));
    lines.add(points(run, set.label(run, "failed", true), search, trial -> slope(trial, false)));
    lines.add(bound(set, run, search, "+ 2 standard errors", ERRORS));
    lines.add(bound(set, run, search, "- 2 standard errors", -ERRORS));
    return lines;
  }

  private static double slope(Trial trial, boolean passed) {
    return trial.passed() == passed ? trial.backlogSlopePerSecond() : Double.NaN;
  }

  private static Line bound(
      ChartSet set, ReportedRun run, SearchReport search, String label, double errors) {
    return ChartSet.dashed(
        run,
        set.label(run, label, true),
        values(search, Trial::value),
        values(
            search,
            trial ->
                trial
                    .backlogSlopeErrorPerSecond()
                    .map(error -> trial.backlogSlopePerSecond() + errors * error)
                    .orElse(Double.NaN)));
  }

  static Optional<SearchReport> search(ReportedRun run, Quantity quantity) {
    return run.stored().flatMap(RunResult::search).filter(search -> search.over() == quantity);
  }

  /** A value of each trial, by what was tried. */
  static Line points(
      ReportedRun run, String label, SearchReport search, ToDoubleFunction<Trial> value) {
    return new Line(
        label,
        run.environment(),
        run.iteration(),
        Kind.POINTS,
        values(search, Trial::value),
        values(search, value));
  }

  static double[] values(SearchReport search, ToDoubleFunction<Trial> value) {
    return search.trials().stream()
        .sorted(Comparator.comparingDouble(Trial::value))
        .mapToDouble(value)
        .toArray();
  }
}
