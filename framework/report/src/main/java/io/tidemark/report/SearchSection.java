package io.tidemark.report;

import io.tidemark.model.result.Text;
import io.tidemark.model.worker.Measure;
import io.tidemark.report.StoredSearch.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The search for the highest sustainable rate on the console: its result, and a row per trial. */
public final class SearchSection {
  private static final String INDENT = "  ";

  private SearchSection() {}

  /** Empty for a run without a search. */
  static List<String> lines(StoredRun run, TerminalStyle style) {
    StoredSearch search = run.search();
    if (search == null) {
      return List.of();
    }
    List<String> lines =
        new ArrayList<>(Wrapped.lines(result(search), SummaryTable.WIDTH - 2, INDENT));
    TextTable table =
        new TextTable(1)
            .row("trial", "msg/s", "seconds", "p50", "p99", "backlog msg/s", "error", "result");
    Measure measure = measure(search);
    for (Trial trial : search.trials()) {
      table.row(
          trial.phase(),
          Text.perSecond(trial.ratePerSecond()),
          "%.0f".formatted(trial.seconds()),
          latency(trial, measure, LatencyMicros::p50, style),
          latency(trial, measure, LatencyMicros::p99, style),
          signed(trial.backlogSlopePerSecond()),
          error(trial),
          trial.passed() ? style.good("pass") : style.bad("FAIL"));
    }
    lines.addAll(table.lines());
    lines.add("percentiles of " + LatencySection.name(measure) + "; growth of the backlog");
    search.trials().stream()
        .filter(trial -> !trial.passed())
        .flatMap(
            trial ->
                Wrapped.lines(
                    trial.phase() + " failed: " + trial.reason(), SummaryTable.WIDTH - 2, INDENT)
                    .stream())
        .forEach(lines::add);
    return lines;
  }

  /** In one sentence. */
  public static String result(StoredSearch search) {
    String bounds =
        "passed up to %s, failed from %s"
            .formatted(rate(search.lowerBoundPerSecond()), rate(search.upperBoundPerSecond()));
    return search.converged()
        ? "highest sustainable rate %s (%s)".formatted(rate(search.highestRatePerSecond()), bounds)
        : "not determined: %s (%s)".formatted(search.reason(), bounds);
  }

  private static String rate(@Nullable Double perSecond) {
    return perSecond == null ? "no rate" : Text.rate(perSecond);
  }

  /** What the percentiles are of: end-to-end, or publish response without consumers. */
  public static Measure measure(StoredSearch search) {
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
    Double error = trial.backlogSlopeErrorPerSecond();
    return error == null ? "" : Text.count(Math.round(error));
  }
}
