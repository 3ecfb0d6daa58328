package io.tidemark.report.section;

import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.SearchReport.ClassBounds;
import io.tidemark.model.result.SearchReport.Trial;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.SearchSpec.Quantity;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.runs.ShownRuns.Rows;
import io.tidemark.report.runs.ShownRuns.ShownRun;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The searches for the highest sustainable rate: their results, and a row for each trial. */
public final class SearchSection {
  private SearchSection() {}

  public static Section of(ShownRuns runs) {
    Set<String> over = new LinkedHashSet<>();
    Set<String> measures = new LinkedHashSet<>();
    for (ShownRun run : runs.runs()) {
      run.result()
          .search()
          .ifPresent(
              search -> {
                over.add(head(search));
                measures.add(SearchSection.measure(search).heading());
              });
    }
    Rows trials =
        runs.rows(
            "trial",
            String.join(" or ", over),
            "seconds",
            "p50",
            "p99",
            "backlog msg/s",
            "error",
            "result",
            "reason");
    Rows classes = runs.rows("class", "passed up to", "failed from", "failed first");
    for (ShownRun run : runs.runs()) {
      run.result()
          .search()
          .ifPresent(
              search -> {
                search.trials().forEach(trial -> trials.add(run, row(search, trial)));
                search.classes().forEach(each -> classes.add(run, row(each)));
              });
    }
    return Section.of("search", "Search")
        .notes(runs.notes(run -> run.search().map(SearchSection::result).stream().toList()))
        .add(trials.table())
        .notes(
            measures.isEmpty()
                ? ""
                : "percentiles of " + String.join(" or ", measures) + "; growth of the backlog")
        .add(classes.table())
        .notes(runs.notes(run -> run.search().map(SearchSection::limit).stream().toList()));
  }

  private static List<Cell> row(SearchReport search, Trial trial) {
    Optional<LatencyMicros> latency = trial.latencies().get(SearchSection.measure(search));
    List<Cell> row = new ArrayList<>();
    row.add(Cell.of(trial.phase()));
    row.add(Cell.of(SearchReport.number(search.over(), trial.value()), trial.value()));
    row.add(Cell.of(trial.seconds(), Unit.SECONDS));
    for (Statistic statistic : List.of(Statistic.P50, Statistic.P99)) {
      row.add(
          latency
              .map(each -> Cell.of(statistic.of(each).doubleValue(), Unit.MICROSECONDS))
              .orElse(Cell.of("none")));
    }
    row.add(Cell.of(trial.backlogSlopePerSecond(), Unit.GROWTH));
    row.add(Cell.of(trial.backlogSlopeErrorPerSecond(), Unit.COUNT));
    row.add(Cell.met(trial.passed()));
    row.add(Cell.of(trial.reason()));
    return row;
  }

  private static List<Cell> row(ClassBounds of) {
    return List.of(
        Cell.of(of.name()),
        bound(of.passedRatePerSecond()),
        bound(of.failedRatePerSecond()),
        Cell.of(of.failure(), Tone.BAD));
  }

  private static Cell bound(Optional<Double> rate) {
    return rate.isPresent() ? Cell.of(rate, Unit.PER_SECOND) : Cell.of("none");
  }

  /** Which class was the first to fail, in one sentence; empty if none failed. */
  public static String limit(SearchReport search) {
    List<String> failed =
        search.classes().stream()
            .filter(each -> !each.failure().isEmpty())
            .map(each -> each.name() + " (" + each.failure() + ")")
            .toList();
    return failed.isEmpty() ? "" : "first to fail: class " + String.join(", class ", failed);
  }

  /** In one sentence. */
  public static String result(SearchReport report) {
    boolean rate = report.over() == Quantity.RATE;
    String passed = text(report.over(), report.passed());
    String failed = text(report.over(), report.failed());
    boolean downwards =
        report.failed().isPresent()
            && report.passed().filter(value -> value > report.failed().get()).isPresent();
    String bounds =
        (report.passed().isEmpty()
                ? passed + " passed"
                : (downwards ? "passed down to " : "passed up to ") + passed)
            + (isSingle(report, report.passed(), true) ? " in a single trial" : "")
            + ", "
            + (report.failed().isEmpty() ? failed + " failed" : "failed from " + failed)
            + (isSingle(report, report.failed(), false) ? " in a single trial" : "");
    if (!report.converged()) {
      return "not determined: %s (%s)".formatted(report.reason(), bounds);
    }
    String wanted =
        rate
            ? "highest sustainable rate"
            : report.over() == Quantity.SCALE_RATE
                ? "highest sustainable load"
                : downwards ? "at least" : "at most";
    return "%s %s (%s)".formatted(wanted, passed, bounds);
  }

  /** Whether one trial, which a disturbance can change, is all that is known of a bound. */
  private static boolean isSingle(SearchReport report, Optional<Double> bound, boolean passed) {
    return !report.converged()
        && report.trials().stream()
                .filter(trial -> bound.filter(value -> value == trial.value()).isPresent())
                .filter(trial -> trial.passed() == passed)
                .count()
            == 1;
  }

  private static String text(Quantity over, Optional<Double> value) {
    return value
        .map(found -> SearchReport.text(over, found))
        .orElse(over == Quantity.RATE ? "no rate" : "none");
  }

  /** What the percentiles are of: end-to-end, or publish response without consumers. */
  public static Measure measure(SearchReport search) {
    return search.trials().stream()
            .anyMatch(trial -> trial.latencies().get(Measure.END_TO_END).isPresent())
        ? Measure.END_TO_END
        : Measure.PUBLISH_RESPONSE;
  }

  private static String head(SearchReport search) {
    return search.over() == Quantity.RATE ? "msg/s" : search.over().key();
  }
}
