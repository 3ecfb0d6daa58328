package io.tidemark.report.chart;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.SearchReport.Trial;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.runs.ReportedRun;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What charts show of the trials of a search, by what was tried. */
final class TrialLines {
  private TrialLines() {}

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
