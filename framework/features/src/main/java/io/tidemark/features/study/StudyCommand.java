package io.tidemark.features.study;

import io.tidemark.base.SystemClock;
import io.tidemark.cli.explain.Chapter;
import io.tidemark.cli.explain.Entry;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.RemoteWorkerOptions;
import io.tidemark.cli.options.RunningOptions;
import io.tidemark.cli.options.WatchOptions;
import io.tidemark.cli.process.InputFile;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.runs.Console;
import io.tidemark.runs.Installation;
import io.tidemark.runs.RunWatcher;
import io.tidemark.runs.run.CommandRuns;
import io.tidemark.runs.workers.Workers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Carries out a study: environments, a matrix of keys, workloads and iterations. */
@Command(
    name = "study",
    sortOptions = false,
    description = {
      "Runs every combination of a study file: environments, values of keys, workloads, iterations."
          + " Writes a report, a comparison and a leaderboard into its folder of the results.",
      "The same command continues a study that was interrupted.",
      "docs/how-to/study.md explains it; every key: docs/reference/study.md."
    })
public final class StudyCommand implements Callable<Integer> {
  @Parameters(paramLabel = "STUDY", converter = InputFile.class, description = "Study file.")
  private Path file;

  @Option(
      names = "--restart",
      description = "Starts again in a new folder (NAME-2); deletes nothing.")
  private boolean restart;

  @Mixin private RemoteWorkerOptions remoteWorkers;

  @Mixin private RunningOptions running;
  @Mixin private WatchOptions watch;

  @Mixin private HelpOption help;

  /** For {@code bin/benchmark explain}. */
  public static List<Entry> keys() {
    return Chapter.keys(
        Study.rules(),
        "study files",
        "docs/reference/study.md",
        file -> file.get("environments").isPresent());
  }

  @Override
  public Integer call() throws Exception {
    Console console = running.console();
    Workers workers = remoteWorkers.workers(console, running.dryRun());
    StudySuite suite =
        StudySuiteReader.read(
            file,
            running.lenient(),
            given -> given.map(each -> remoteWorkers.at(each, workers)).orElse(workers),
            console);
    Path folder = StudyFolder.locate(running.resultsDir(), suite.study().name(), restart);
    if (running.dryRun()) {
      StoredStudy study = StudyFolder.read(folder, suite).orElseGet(suite::initial);
      console.print(
          StudyPlan.of(
              suite,
              study,
              folder,
              Installation.catalog(),
              SystemClock.get().epochNanos() / 1_000_000));
      console.print("\nNothing was started: this was a dry run.");
      return 0;
    }
    remoteWorkers.warmUp(workers);
    RunWatcher watcher = watch.open(console);
    StudyFolder open = StudyFolder.open(folder, suite);
    CommandRuns runs = running.runs(console, () -> watcher);
    return new StudyExecution(suite, open, runs).execute().code();
  }
}
