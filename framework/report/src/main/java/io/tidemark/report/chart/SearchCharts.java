package io.tidemark.report.chart;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.SearchReport.Trial;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.TelemetryCharts.TrialLines;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.List;

/** What decides a search: the growth of the backlog in each trial. */
final class SearchCharts {
  private static final double ERRORS = 2;

  private SearchCharts() {}

  static void addTo(ChartSet set) {
    for (Quantity quantity : Quantity.values()) {
      List<Line> lines = new ArrayList<>();
      for (ReportedRun run : set.runs()) {
        TrialLines.search(run, quantity).ifPresent(search -> lines.addAll(lines(set, run, search)));
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
    lines.add(
        TrialLines.points(
            run, set.label(run, "passed", true), search, trial -> slope(trial, true)));
    lines.add(
        TrialLines.points(
            run, set.label(run, "failed", true), search, trial -> slope(trial, false)));
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
        TrialLines.values(search, Trial::value),
        TrialLines.values(
            search,
            trial ->
                trial
                    .backlogSlopeErrorPerSecond()
                    .map(error -> trial.backlogSlopePerSecond() + errors * error)
                    .orElse(Double.NaN)));
  }
}
