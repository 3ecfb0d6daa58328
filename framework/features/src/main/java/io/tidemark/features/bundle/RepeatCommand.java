package io.tidemark.features.bundle;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.RemoteWorkerOptions;
import io.tidemark.cli.options.RunsOption;
import io.tidemark.cli.options.StoredSource;
import io.tidemark.cli.process.InputFile;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.features.history.RunReader;
import io.tidemark.features.history.SeriesKey;
import io.tidemark.features.history.command.RepeatableRun;
import io.tidemark.model.result.Text;
import io.tidemark.report.compare.Comparison;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.DifferencesSection;
import io.tidemark.report.compare.RunSetComparison;
import io.tidemark.report.document.Document;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.RunSet;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.run.CommandRuns;
import io.tidemark.runs.run.LoggedExecution;
import io.tidemark.runs.run.Results;
import io.tidemark.runs.watch.PlainLines;
import io.tidemark.runs.watch.RunWatchers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Carries out stored runs again and compares. */
@Command(
    name = "repeat",
    sortOptions = false,
    description = {
      "Carries out the runs of a bundle again on this machine, with the files that it stores, and"
          + " compares the results. Ends with SAME (no difference is shown), DIFFERENT and by how"
          + " much, NOT DECIDED (a side has too few runs), or NOT COMPARABLE and why.",
      "Bodies, schemas and traces in files of their own are not in a bundle, nor are commands that"
          + " set up an environment of a study: runs that need them are not repeated.",
      "The exit code is 1 if a difference is shown, 2 if the runs cannot be repeated or compared."
    })
public final class RepeatCommand implements Callable<Integer> {
  private static final int MOST = 100;
  private static final Duration STEP_TIMEOUT = Duration.ofMinutes(2);

  @Parameters(
      paramLabel = "BUNDLE",
      converter = StoredSource.class,
      description = "A bundle, a run directory, or a folder with run directories.")
  private Path source;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "How often each run is carried out. Default: as often as it is stored.")
  private Optional<Integer> times = Optional.empty();

  @Option(
      names = {"-d", "--drivers"},
      paramLabel = "FILE",
      split = ",",
      converter = InputFile.class,
      description =
          "Driver files, by their names, instead of those that are stored with masked secrets.")
  private List<Path> drivers = List.of();

  @Option(
      names = "--results-dir",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Folder for the results of the repetitions. Default: ${DEFAULT-VALUE}.")
  private Path results;

  @Mixin private RemoteWorkerOptions workers;

  @Mixin private RunsOption runs;

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (times.filter(number -> number < 1 || number > MOST).isPresent()) {
      throw new UsageException("--runs: got %s; allowed 1 to %s".formatted(times.get(), MOST));
    }
    Console console = ProcessConsole.open(false);
    List<Series> planned =
        stored(new RepeatableRun.Reader(drivers, workers.workers(console, false), console));
    CommandRuns all =
        runs.runs(
            each -> each.options(false, STEP_TIMEOUT),
            console,
            () -> new RunWatchers(List.of(new PlainLines(console::note)), console::error));
    ExitCode ended;
    try {
      int most = planned.stream().mapToInt(each -> each.stored.size()).max().orElse(0);
      for (int i = 0; i < times.orElse(most); i++) {
        for (Series each : planned) {
          if (i < times.orElse(each.stored.size())) {
            carryOut(each.run, all).ifPresent(each.here::add);
          }
        }
      }
    } finally {
      ended = all.end();
    }
    List<Series> repeated = planned.stream().filter(each -> !each.here.isEmpty()).toList();
    return repeated.isEmpty()
        ? ended.worse(ExitCode.INFRASTRUCTURE).code()
        : compared(repeated, console).code();
  }

  /**
   * Runs that are compared.
   *
   * @param key what must be equal
   * @param stored their directories
   * @param run one of them, to be carried out
   * @param here directories of its repetitions; they are added
   */
  private record Series(SeriesKey key, List<Path> stored, RepeatableRun run, List<Path> here) {}

  private List<Series> stored(RepeatableRun.Reader reader) throws IOException {
    Map<SeriesKey, List<Path>> bySeries = new LinkedHashMap<>();
    for (NewRun run : read(source)) {
      bySeries
          .computeIfAbsent(run.key(), key -> new ArrayList<>())
          .add(Path.of(run.run().source()));
    }
    List<Series> all = new ArrayList<>();
    for (Map.Entry<SeriesKey, List<Path>> each : bySeries.entrySet()) {
      RepeatableRun run = reader.read(each.getValue().get(0));
      all.add(new Series(each.getKey(), each.getValue(), run, new ArrayList<>()));
    }
    return all;
  }

  private static List<NewRun> read(Path source) {
    try {
      RunReader reader = new RunReader(Map.of(), Optional.empty());
      reader.read(source);
      return reader.runs();
    } catch (ResultsException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private Optional<Path> carryOut(RepeatableRun run, CommandRuns all) {
    if (all.interruption().requested() || !all.haveServers(List.of(run.planned()))) {
      return Optional.empty();
    }
    all.watcher().planned(List.of(run.planned()));
    RunOutcome outcome =
        new LoggedExecution(all, run.workers())
            .execute(run.planned(), new Results(results, Optional.empty()), files -> {});
    return outcome.directory();
  }

  private static ExitCode compared(List<Series> repeated, Console console) throws ResultsException {
    List<Comparison> comparisons = new ArrayList<>();
    Set<String> obstacles = new LinkedHashSet<>();
    for (Series series : repeated) {
      SeriesKey key = series.key;
      comparisons.addAll(
          RunSetComparison.of(
              set("stored", key, series.stored), List.of(set("here", key, series.here))));
      for (Path each : series.here) {
        for (NewRun run : read(each)) {
          SeriesKey same = run.key().named(key);
          if (!same.equals(key)) {
            obstacles.add(key.difference(same));
          }
        }
      }
    }
    console.print(
        new Document("", List.of(), List.of(DifferencesSection.of(comparisons, Optional.empty()))));
    comparisons.forEach(each -> obstacles.addAll(each.obstacles()));
    if (comparisons.isEmpty()) {
      obstacles.add("no run has usable figures on both sides");
    }
    if (!obstacles.isEmpty()) {
      console.print("NOT COMPARABLE: stored " + String.join("; stored ", obstacles));
      return ExitCode.USAGE;
    }
    return conclusion(comparisons, console);
  }

  /** The usable runs, by the name of their series: a study may have one workload several times. */
  private static RunSet set(String label, SeriesKey key, List<Path> directories)
      throws ResultsException {
    List<ReportedRun> usable = new ArrayList<>();
    for (Path each : directories) {
      ReportedRun run = ReportedRun.of(each, RunDirectory.read(each));
      if (run.unusable().isEmpty()) {
        usable.add(run.withWorkload(key.title()));
      }
    }
    return new RunSet(label, usable, List.of());
  }

  private static ExitCode conclusion(List<Comparison> comparisons, Console console) {
    List<String> different = changes(comparisons, Set.of(Outcome.HIGHER, Outcome.LOWER));
    if (!different.isEmpty()) {
      console.print("DIFFERENT: " + String.join(", ", different));
      return ExitCode.NOT_GOOD;
    }
    List<String> single = changes(comparisons, Set.of(Outcome.SINGLE_RUN));
    console.print(
        single.isEmpty()
            ? "SAME: no difference is shown"
            : "NOT DECIDED, too few runs for statistics: " + String.join(", ", single));
    return ExitCode.OK;
  }

  private static List<String> changes(List<Comparison> comparisons, Set<Outcome> outcomes) {
    List<String> texts = new ArrayList<>();
    for (Comparison each : comparisons) {
      String of = comparisons.size() == 1 ? "" : " of " + each.workload();
      each.others().stream()
          .flatMap(side -> side.metrics().stream())
          .filter(metric -> outcomes.contains(metric.outcome()))
          .forEach(metric -> texts.add(change(metric) + of));
    }
    return texts;
  }

  private static String change(Comparison.Metric metric) {
    return metric.metric()
        + " "
        + (metric.change() > 0 ? "+" : "")
        + Text.percent(100 * metric.change());
  }
}
