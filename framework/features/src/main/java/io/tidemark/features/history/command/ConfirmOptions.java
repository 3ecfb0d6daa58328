package io.tidemark.features.history.command;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.RemoteWorkerOptions;
import io.tidemark.cli.options.RunsOption;
import io.tidemark.cli.process.InputFile;
import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.SeriesKey;
import io.tidemark.runs.Console;
import io.tidemark.runs.run.CommandRuns;
import io.tidemark.runs.watch.PlainLines;
import io.tidemark.runs.watch.RunWatchers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether a check repeats runs before it fails, and what they need. */
final class ConfirmOptions {
  private static final int MOST = 20;
  private static final Duration STEP_TIMEOUT = Duration.ofMinutes(2);

  @Option(
      names = "--confirm",
      paramLabel = "N",
      description =
          "Repeats a run up to N times before the check fails; all of its runs decide. Default: 0.")
  private int most;

  @Option(
      names = {"-d", "--drivers"},
      paramLabel = "FILE",
      split = ",",
      converter = InputFile.class,
      description =
          "With --confirm: driver files for the repetitions, by their names, instead of those that"
              + " are stored with masked secrets.")
  private List<Path> drivers = List.of();

  @Mixin private RemoteWorkerOptions workers;

  @Mixin private RunsOption runs;

  /** The most repetitions of a run. */
  int most() {
    return most;
  }

  /**
   * How to repeat the last run of each series.
   *
   * @throws UsageException if one of them cannot be repeated
   */
  Map<SeriesKey, RepeatableRun> plan(Map<SeriesKey, List<HistoryRun>> fresh, Console console)
      throws IOException, InterruptedException {
    if (most < 0 || most > MOST) {
      throw new UsageException(
          String.format(Locale.ROOT, "--confirm: got %d; allowed 0 to %d", most, MOST));
    }
    if (most == 0) {
      if (!drivers.isEmpty()) {
        throw new UsageException("--drivers requires --confirm N");
      }
      return Map.of();
    }
    RepeatableRun.Reader reader =
        new RepeatableRun.Reader(drivers, workers.workers(console, false), console);
    Map<SeriesKey, RepeatableRun> all = new LinkedHashMap<>();
    for (Map.Entry<SeriesKey, List<HistoryRun>> each : fresh.entrySet()) {
      HistoryRun last =
          each.getValue().stream()
              .max(Comparator.comparing(HistoryRun::at))
              .orElseThrow(); // A series has a run.
      all.put(each.getKey(), reader.read(Path.of(last.source())));
    }
    return all;
  }

  /** What the repetitions share; to be ended. */
  CommandRuns runs(Console console) {
    return runs.runs(
        all -> all.options(false, STEP_TIMEOUT),
        console,
        () -> new RunWatchers(List.of(new PlainLines(console::note)), console::error));
  }
}
