package io.tidemark.features.history.command;

import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.features.history.AcceptedChanges;
import io.tidemark.features.history.AcceptedChanges.AcceptedChange;
import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.SeriesKey;
import io.tidemark.report.file.ResultsException;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Records that a change was intended. */
@Command(
    name = "accept",
    sortOptions = false,
    description = {
      "Records that a change of metrics was intended. From these runs on, history check compares"
          + " with the new level only."
    })
public final class HistoryAcceptCommand implements Callable<Integer> {
  @Mixin private NewRuns runs;

  @Mixin private StoreOption store;

  @Option(
      names = "--metric",
      paramLabel = "METRIC",
      split = ",",
      required = true,
      description = "The metrics that changed, separated by commas.")
  private List<String> metrics;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why the change was intended.")
  private String reason;

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws ResultsException {
    TrendOptions.requireMetrics(metrics);
    Console console = ProcessConsole.open(false);
    Map<SeriesKey, List<HistoryRun>> all = runs.bySeries(console);
    AcceptedChanges accepted = new AcceptedChanges(store.store().folder());
    store.stored(all.keySet(), console);
    for (Map.Entry<SeriesKey, List<HistoryRun>> each : all.entrySet()) {
      Instant from =
          each.getValue().stream()
              .map(HistoryRun::at)
              .min(Comparator.naturalOrder())
              .orElseThrow(); // A series has a run.
      for (String metric : TrendOptions.today(metrics)) {
        boolean added = accepted.add(each.getKey().id(), new AcceptedChange(metric, from, reason));
        console.print(
            "%s, %s: %s"
                .formatted(each.getKey().id(), metric, added ? "accepted" : "accepted before"));
      }
    }
    return ExitCode.OK.code();
  }
}
