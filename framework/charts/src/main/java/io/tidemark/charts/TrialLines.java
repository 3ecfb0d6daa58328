package io.tidemark.charts;

import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.SearchReport.Trial;
import io.tidemark.model.workload.SearchKeys.Quantity;
import io.tidemark.report.runs.ReportedRun;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Values of the trials of a search, by what was tried. */
final class TrialLines {
  private TrialLines() {}

  static Optional<SearchReport> search(ReportedRun run, Quantity quantity) {
    return run.stored().flatMap(RunResult::search).filter(search -> search.over() == quantity);
  }

  static Line points(
      ReportedRun run, String label, SearchReport search, ToDoubleFunction<Trial> value) {
    return new Line(
        label,
        run.environment(),
        run.iteration(),
        Line.Kind.POINTS,
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
