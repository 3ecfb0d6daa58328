package io.tidemark.cli.study;

import io.tidemark.cli.Console;
import io.tidemark.cli.RemoteWorkerOptions;
import io.tidemark.cli.TimeSpan;
import io.tidemark.cli.WatchOptions;
import io.tidemark.cli.Workers;
import io.tidemark.cli.live.RunWatcher;
import io.tidemark.report.StoredStudy;
import java.nio.file.Path;
import java.time.Duration;
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
  @Parameters(paramLabel = "STUDY", description = "Study file.")
  private Path file;

  @Option(
      names = "--dry-run",
      description = "Checks all files and prints the plan; starts nothing.")
  private boolean dryRun;

  @Option(
      names = "--restart",
      description = "Starts again in a new folder (NAME-2); deletes nothing.")
  private boolean restart;

  @Option(
      names = "--results-dir",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Folder for the folder of the study. Default: ${DEFAULT-VALUE}.")
  private Path resultsDir;

  @Mixin private RemoteWorkerOptions remoteWorkers;

  @Option(
      names = {"-x", "--extra"},
      description =
          "Assigns one third of the workers to producers, two thirds to consumers."
              + " Default: half each.")
  private boolean extra;

  @Option(
      names = "--step-timeout",
      paramLabel = "TIME",
      defaultValue = "120s",
      converter = TimeSpan.class,
      description =
          "Timeout of each step of the preparation and closing of a run; half of it"
              + " until the first messages arrive. Default: ${DEFAULT-VALUE}.")
  private Duration stepTimeout;

  @Option(names = "--lenient", description = "Unknown keys are warnings, not errors.")
  private boolean lenient;

  @Option(
      names = {"-q", "--quiet"},
      description = "Prints results and errors only, no progress.")
  private boolean quiet;

  @Mixin private WatchOptions watch;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this and exits.")
  private boolean help;

  @Override
  public Integer call() throws Exception {
    Console console = Console.ofProcess(quiet);
    Workers workers = remoteWorkers.workers(console, dryRun);
    StudySuite suite =
        StudySuiteReader.read(
            file,
            lenient,
            given -> given.map(each -> remoteWorkers.at(each, workers)).orElse(workers),
            console);
    Path folder = StudyFolder.locate(resultsDir, suite.study().name(), restart);
    if (dryRun) {
      StoredStudy study = StudyFolder.read(folder, suite).orElseGet(suite::initial);
      console.print(StudyPlanText.of(suite, study, folder));
      return 0;
    }
    RunWatcher watcher = watch.open(console);
    return new StudyExecution(
            suite, StudyFolder.open(folder, suite), extra, stepTimeout, console, watcher)
        .execute()
        .code();
  }
}
