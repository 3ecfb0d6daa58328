package io.tidemark.report.text;

import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.SearchReport.ClassBounds;
import io.tidemark.model.result.SearchReport.Trial;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.model.workload.SearchKeys.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The search for the highest sustainable rate on the console: its result, and a row per trial. */
public final class SearchSection {
  private static final String INDENT = "  ";

  private SearchSection() {}

  /** Empty for a run without a search. */
  static List<String> lines(RunResult run, TerminalStyle style) {
    return run.search().map(search -> lines(search, style)).orElse(List.of());
  }

  private static List<String> lines(SearchReport search, TerminalStyle style) {
    List<String> lines = new ArrayList<>(Wrapped.lines(result(search), Wrapped.WIDTH - 2, INDENT));
    TextTable table =
        new TextTable(1)
            .row(
                "trial", head(search), "seconds", "p50", "p99", "backlog msg/s", "error", "result");
    Measure measure = measure(search);
    for (Trial trial : search.trials()) {
      table.row(
          trial.phase(),
          SearchReport.number(search.over(), trial.value()),
          String.format(Locale.ROOT, "%.0f", trial.seconds()),
          latency(trial, measure, LatencyMicros::p50, style),
          latency(trial, measure, LatencyMicros::p99, style),
          signed(trial.backlogSlopePerSecond()),
          error(trial),
          trial.passed() ? style.good("pass") : style.bad("FAIL"));
    }
    lines.addAll(table.lines());
    lines.add("percentiles of " + measure.heading() + "; growth of the backlog");
    lines.addAll(classes(search));
    search.trials().stream()
        .filter(trial -> !trial.passed())
        .flatMap(
            trial ->
                Wrapped.lines(
                    trial.phase() + " failed: " + trial.reason(), Wrapped.WIDTH - 2, INDENT)
                    .stream())
        .forEach(lines::add);
    return lines;
  }

  /** The rates of traffic classes at the bounds, and which of them failed first. */
  private static List<String> classes(SearchReport search) {
    if (search.classes().isEmpty()) {
      return List.of();
    }
    TextTable table = new TextTable(1).row("class", "passed up to", "failed from", "at the limit");
    for (ClassBounds each : search.classes()) {
      table.row(
          each.name(),
          each.passedRatePerSecond().map(Text::rate).orElse("none"),
          each.failedRatePerSecond().map(Text::rate).orElse("none"),
          each.failure().isEmpty() ? "" : "failed");
    }
    List<String> lines = new ArrayList<>(List.of(""));
    lines.addAll(table.lines());
    lines.addAll(Wrapped.lines(limit(search), Wrapped.WIDTH - 2, INDENT));
    lines.add("");
    return lines;
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

  /** The head of the column of what was searched. */
  public static String head(SearchReport search) {
    return search.over() == Quantity.RATE ? "msg/s" : search.over().key();
  }

  /** What the percentiles are of: end-to-end, or publish response without consumers. */
  public static Measure measure(SearchReport search) {
    return search.trials().stream()
            .anyMatch(trial -> trial.latencies().get(Measure.END_TO_END).isPresent())
        ? Measure.END_TO_END
        : Measure.PUBLISH_RESPONSE;
  }

  private static String latency(
      Trial trial, Measure measure, ToDoubleFunction<LatencyMicros> figure, TerminalStyle style) {
    return trial
        .latencies()
        .get(measure)
        .map(latency -> style.latency(figure.applyAsDouble(latency)))
        .orElse("none");
  }

  private static String signed(double perSecond) {
    long rounded = Math.round(perSecond);
    return (rounded > 0 ? "+" : "") + Text.count(rounded);
  }

  private static String error(Trial trial) {
    return trial
        .backlogSlopeErrorPerSecond()
        .map(error -> Text.count(Math.round(error)))
        .orElse("");
  }
}
