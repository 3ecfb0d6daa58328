package io.tidemark.cli.options;

import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.runs.Console;
import io.tidemark.runs.RunWatcher;
import io.tidemark.runs.run.CommandRuns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of commands that carry out runs: how files are read, runs prepared, results written. */
public final class RunningOptions {
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

  @Option(
      names = "--results-dir",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Folder for results. Default: ${DEFAULT-VALUE}.")
  private Path resultsDir;

  @Option(
      names = "--dry-run",
      description = "Checks all files and prints the plan; starts nothing.")
  private boolean dryRun;

  @Option(names = "--lenient", description = "Unknown keys are warnings, not errors.")
  private boolean lenient;

  @Option(
      names = {"-q", "--quiet"},
      description = "Prints results and errors only, no progress.")
  private boolean quiet;

  @Mixin private RunsOption runs;

  public Console console() {
    return ProcessConsole.open(quiet);
  }

  public boolean lenient() {
    return lenient;
  }

  public boolean dryRun() {
    return dryRun;
  }

  public Path resultsDir() {
    return resultsDir;
  }

  /**
   * What the runs of the command share; to be ended.
   *
   * @param watcher is opened when Ctrl-C is caught
   */
  public CommandRuns runs(Console console, Supplier<RunWatcher> watcher) {
    return runs.runs(workers -> workers.options(extra, stepTimeout), console, watcher);
  }
}
