package io.tidemark.charts.page;

import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.SearchReport.ClassBounds;
import io.tidemark.model.result.SearchReport.Trial;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.SearchKeys.Quantity;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.text.SearchSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The searches for the highest sustainable rate: results, and one table of trials for each run. */
final class SearchTables {
  private static final double MICROS_PER_MILLI = 1_000;

  private SearchTables() {}

  /** Empty if no run has a search. */
  static Optional<Section> section(List<ReportedRun> runs) {
    List<String> notes = new ArrayList<>();
    List<Table> tables = new ArrayList<>();
    for (ReportedRun run : runs) {
      run.stored()
          .flatMap(RunResult::search)
          .ifPresent(
              search -> {
                String name = run.workload() + " on " + run.label();
                notes.add(name + ": " + SearchSection.result(search) + ".");
                tables.add(table("Trials of " + name, search));
                classes(name, search).ifPresent(tables::add);
              });
    }
    return tables.isEmpty()
        ? Optional.empty()
        : Optional.of(Section.of("search", "Searches").notes(notes).add(tables));
  }

  private static Table table(String caption, SearchReport search) {
    Measure measure = SearchSection.measure(search);
    List<String> head =
        List.of(
            "trial",
            SearchSection.head(search).equals("msg/s") ? "messages/s" : SearchSection.head(search),
            "seconds",
            measure.key() + " p50 (ms)",
            measure.key() + " p99 (ms)",
            "backlog slope (messages/s)",
            "standard error",
            "result",
            "reason");
    return new Table(
        caption, head, search.trials().stream().map(trial -> row(search, trial, measure)).toList());
  }

  /** Empty without traffic classes. */
  private static Optional<Table> classes(String name, SearchReport search) {
    return search.classes().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Table(
                "Classes at the limit of " + name,
                List.of("class", "passed up to (messages/s)", "failed from", "failed first"),
                search.classes().stream().map(SearchTables::row).toList()));
  }

  private static List<Cell> row(ClassBounds of) {
    return List.of(
        Cell.of(of.name()),
        of.passedRatePerSecond().map(rate -> number(rate, 1)).orElse(Cell.of("none")),
        of.failedRatePerSecond().map(rate -> number(rate, 1)).orElse(Cell.of("none")),
        of.failure().isEmpty() ? Cell.of("") : Cell.of(of.failure(), Tone.BAD));
  }

  private static List<Cell> row(SearchReport search, Trial trial, Measure measure) {
    return List.of(
        Cell.of(trial.phase()),
        search.over() == Quantity.SCALE_RATE
            ? Cell.of(SearchReport.number(search.over(), trial.value()), trial.value())
            : Cell.of(Text.count(Math.round(trial.value())), trial.value()),
        number(trial.seconds(), 1),
        latency(trial, measure, LatencyMicros::p50),
        latency(trial, measure, LatencyMicros::p99),
        number(trial.backlogSlopePerSecond(), 1),
        trial.backlogSlopeErrorPerSecond().map(error -> number(error, 1)).orElse(Cell.of("")),
        trial.passed() ? Cell.of("pass", Tone.GOOD) : Cell.of("FAIL", Tone.BAD),
        Cell.of(trial.reason()));
  }

  private static Cell number(double value, int digits) {
    return Cell.of(String.format(Locale.ROOT, "%,." + digits + "f", value), value);
  }

  private static Cell latency(
      Trial trial, Measure measure, ToDoubleFunction<LatencyMicros> figure) {
    return trial
        .latencies()
        .get(measure)
        .map(latency -> number(figure.applyAsDouble(latency) / MICROS_PER_MILLI, 2))
        .orElse(Cell.of(""));
  }
}
