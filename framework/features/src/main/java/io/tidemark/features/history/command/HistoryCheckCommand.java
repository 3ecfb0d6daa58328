package io.tidemark.features.history.command;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.features.history.AcceptedChanges;
import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistorySeries;
import io.tidemark.features.history.SeriesKey;
import io.tidemark.features.history.gate.Gate;
import io.tidemark.features.history.gate.GateResult;
import io.tidemark.features.history.gate.GateResult.GateFiles;
import io.tidemark.features.history.trend.TrendMetric;
import io.tidemark.report.compare.ChangeLimit;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.GivenFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Fails if new runs are worse than the current level of a history. */
@Command(
    name = "check",
    sortOptions = false,
    description = {
      "Compares new runs with the current level of their series: the runs since the last change."
          + " Exits with 1 if a limit is exceeded by more than single runs differ.",
      "With too few runs of the level it says so and exits with 0. With --confirm it repeats a run"
          + " before it fails."
    })
public final class HistoryCheckCommand implements Callable<Integer> {
  @Mixin private NewRuns runs;

  @Mixin private StoreOption store;

  @Option(
      names = "--fail-if",
      paramLabel = "LIMIT",
      required = true,
      description =
          "A change that is not acceptable, such as \"endToEnd.p99 worse by 5%%\" or"
              + " \"publishRate < -5%%\". Can be repeated.")
  private List<String> limits;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Also writes the results as a table in Markdown.")
  private Optional<Path> markdown = Optional.empty();

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Also writes each limit as a test case in JUnit's XML format.")
  private Optional<Path> junit = Optional.empty();

  @Mixin private ConfirmOptions confirm;

  @Option(names = "--dry-run", description = "Checks the limits only: RUN need not exist yet.")
  private boolean dryRun;

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<ChangeLimit> forbidden = limits.stream().map(HistoryCheckCommand::limit).toList();
    if (dryRun) {
      return ExitCode.OK.code();
    }
    markdown.ifPresent(file -> GivenFile.requireWritable("--markdown", file, List.of()));
    junit.ifPresent(file -> GivenFile.requireWritable("--junit", file, List.of()));
    Console console = ProcessConsole.open(false);
    Map<SeriesKey, List<HistoryRun>> fresh = runs.bySeries(console);
    Map<SeriesKey, HistorySeries> stored = store.stored(fresh.keySet(), console);
    forbidden.forEach(limit -> requireMeasured(limit, fresh.values(), stored.values()));
    Map<SeriesKey, RepeatableRun> repeatable = confirm.plan(fresh, console);
    Confirmation confirmation = new Confirmation(confirm, repeatable, runs, console);
    List<GateResult> results;
    try (confirmation) {
      results = results(fresh, stored, forbidden, confirmation);
    }
    Document document = GateFiles.document(results);
    if (markdown.isPresent()) {
      ResultFiles.replaceFile(markdown.get(), MarkdownRenderer.of(document));
    }
    if (junit.isPresent()) {
      ResultFiles.replaceFile(junit.get(), GateFiles.junit(results));
    }
    console.print(document);
    boolean exceeded = results.stream().anyMatch(GateResult::isExceeded);
    return (exceeded ? ExitCode.NOT_GOOD : ExitCode.OK).worse(confirmation.code()).code();
  }

  /** A limit of what no run ever has would pass each night. */
  private static void requireMeasured(
      ChangeLimit limit, Collection<List<HistoryRun>> fresh, Collection<HistorySeries> stored) {
    List<HistoryRun> withFigures =
        Stream.concat(fresh.stream(), stored.stream().map(HistorySeries::runs))
            .flatMap(List::stream)
            .filter(run -> !run.values().isEmpty())
            .toList();
    if (!withFigures.isEmpty()
        && withFigures.stream().noneMatch(run -> run.values().containsKey(limit.metric()))) {
      throw new UsageException(
          "--fail-if: got '%s'; none of these runs and of their series has %s"
              .formatted(limit.text(), limit.metric()));
    }
  }

  private List<GateResult> results(
      Map<SeriesKey, List<HistoryRun>> fresh,
      Map<SeriesKey, HistorySeries> stored,
      List<ChangeLimit> forbidden,
      Confirmation confirmation)
      throws ResultsException {
    AcceptedChanges accepted = new AcceptedChanges(store.store().folder());
    List<GateResult> results = new ArrayList<>();
    for (Map.Entry<SeriesKey, List<HistoryRun>> each : fresh.entrySet()) {
      SeriesKey key = each.getKey();
      HistorySeries series = stored.getOrDefault(key, new HistorySeries(key, List.of()));
      Gate gate = new Gate(series, each.getValue(), accepted.of(key.id()));
      results.addAll(confirmation.results(key, gate, forbidden));
    }
    return results;
  }

  private static ChangeLimit limit(String text) {
    try {
      return ChangeLimit.of(text, TrendMetric::of);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
