package io.tidemark.features.history.command;

import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.features.history.SeriesKey;
import io.tidemark.features.history.gate.Gate;
import io.tidemark.features.history.gate.GateResult;
import io.tidemark.report.compare.ChangeLimit;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.run.CommandRuns;
import io.tidemark.runs.run.LoggedExecution;
import io.tidemark.runs.run.Results;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Repeats runs that exceed a limit, until they no longer do, or it is confirmed. */
final class Confirmation implements Closeable {
  private final ConfirmOptions options;
  private final Map<SeriesKey, RepeatableRun> repeatable;
  private final NewRuns reader;
  private final Console console;
  private Optional<CommandRuns> runs = Optional.empty();
  private ExitCode code = ExitCode.OK;

  /**
   * @param reader reads repetitions as it has read the runs
   */
  Confirmation(
      ConfirmOptions options,
      Map<SeriesKey, RepeatableRun> repeatable,
      NewRuns reader,
      Console console) {
    this.options = options;
    this.repeatable = repeatable;
    this.reader = reader;
    this.console = console;
  }

  /** The results of all limits, after as many repetitions as they need. */
  List<GateResult> results(SeriesKey key, Gate gate, List<ChangeLimit> limits) {
    List<GateResult> results = results(gate, limits, List.of());
    RepeatableRun run = repeatable.get(key);
    List<HistoryRun> repetitions = new ArrayList<>();
    for (int i = 1; run != null && i <= options.most() && isExceeded(results); i++) {
      announce(run, i, results);
      Optional<HistoryRun> again = repeat(run, key);
      if (again.isEmpty()) {
        break;
      }
      repetitions.add(again.get());
      results = results(gate, limits, repetitions);
    }
    return results;
  }

  private static List<GateResult> results(
      Gate gate, List<ChangeLimit> limits, List<HistoryRun> repetitions) {
    return limits.stream().map(limit -> gate.confirmed(limit, repetitions)).toList();
  }

  private static boolean isExceeded(List<GateResult> results) {
    return results.stream().anyMatch(GateResult::isExceeded);
  }

  private void announce(RepeatableRun run, int repetition, List<GateResult> results) {
    results.stream()
        .filter(GateResult::isExceeded)
        .forEach(each -> console.note(each.limit().text() + ": exceeded: " + each.text()));
    console.note("");
    console.note(
        String.format(
            Locale.ROOT,
            "== repetition %d of at most %d of %s: %s",
            repetition,
            options.most(),
            run.directory(),
            run.planned().title().text()));
  }

  /** Empty if there is no further result. */
  private Optional<HistoryRun> repeat(RepeatableRun run, SeriesKey key) {
    CommandRuns all = started();
    if (all.interruption().requested() || !all.haveServers(List.of(run.planned()))) {
      return Optional.empty();
    }
    all.watcher().planned(List.of(run.planned()));
    RunOutcome outcome =
        new LoggedExecution(all, run.workers())
            .execute(run.planned(), new Results(run.results(), Optional.empty()), files -> {});
    outcome
        .run()
        .map(result -> ExitCode.of(result.verdict()))
        .filter(code -> code != ExitCode.NOT_GOOD) // What such a run says, the limits decide.
        .ifPresent(all::count);
    return outcome.directory().flatMap(directory -> read(directory, key, all));
  }

  private Optional<HistoryRun> read(Path directory, SeriesKey key, CommandRuns all) {
    try {
      NewRun again = reader.read(directory);
      if (again.key().named(key).equals(key)) {
        return Optional.of(again.run());
      }
      all.fail(
          directory
              + " cannot confirm anything: it is of another series ("
              + again.key().named(key).difference(key)
              + "); repeat on the machines of the first run, with the same files");
    } catch (ResultsException e) {
      all.fail(e);
    }
    return Optional.empty();
  }

  private CommandRuns started() {
    if (runs.isEmpty()) {
      runs = Optional.of(options.runs(console));
    }
    return runs.get();
  }

  /** Ends all that the repetitions shared. */
  @Override
  public void close() {
    code = runs.map(CommandRuns::end).orElse(code);
    runs = Optional.empty();
  }

  /** After it is closed: of the repetitions, not of the limits. */
  ExitCode code() {
    return code;
  }
}
