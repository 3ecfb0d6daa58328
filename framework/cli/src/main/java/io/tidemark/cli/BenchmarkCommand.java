package io.tidemark.cli;

import io.tidemark.base.SystemClock;
import io.tidemark.base.UsageException;
import io.tidemark.cli.driver.CheckCommand;
import io.tidemark.cli.driver.CleanCommand;
import io.tidemark.cli.driver.ConformanceCommand;
import io.tidemark.cli.driver.DriversCommand;
import io.tidemark.cli.driver.InstallSdkCommand;
import io.tidemark.cli.driver.NewDriverCommand;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.RemoteWorkerOptions;
import io.tidemark.cli.options.RunningOptions;
import io.tidemark.cli.options.WatchOptions;
import io.tidemark.cli.process.InputFile;
import io.tidemark.cli.process.Version;
import io.tidemark.cli.stored.CompareCommand;
import io.tidemark.cli.stored.PlotCommand;
import io.tidemark.cli.stored.ReportCommand;
import io.tidemark.cli.stored.VerdictCommand;
import io.tidemark.driver.settings.NearestName;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.omb.OmbCsv;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.GivenFile;
import io.tidemark.runs.run.CommandRuns;
import io.tidemark.runs.run.Results;
import io.tidemark.runs.run.SuiteExecution;
import io.tidemark.runs.suite.PlanDocument;
import io.tidemark.runs.suite.Suite;
import io.tidemark.runs.suite.SuiteReader;
import io.tidemark.runs.workers.WorkerSurvey;
import io.tidemark.runs.workers.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/benchmark}: OMB's options and ours. */
@Command(
    name = "benchmark",
    mixinStandardHelpOptions = false,
    versionProvider = Version.class,
    sortOptions = false,
    synopsisHeading = "%nUsage: ",
    description = {
      "",
      "Runs each workload on each driver and reports whether the results are valid.",
      "",
      "  bin/benchmark --drivers driver-kafka-strimzi/local.yaml workloads/quickstart.yaml",
      ""
    },
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nArguments:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every run valid, every objective met",
      "1:a run invalid, or an objective missed",
      "2:error in the command or a file; nothing was started",
      "3:failure of a broker, a worker or the machine",
      "130:interrupted by Ctrl-C; the results so far are written",
      "143:the same, by SIGTERM"
    },
    footer = {
      "",
      "Environment: HEAP_OPTS (default: 64 MB, grows to 1 GB or to a quarter of the memory if that"
          + " is less), JVM_OPTS, CLASSPATH, TIDEMARK_CACHE, TIDEMARK_DRIVERS (further folders of"
          + " drivers, separated by colons).",
      "Every key, metric, finding and option: bin/benchmark explain NAME."
    })
public final class BenchmarkCommand implements Callable<Integer> {
  private static final String FIRST_STEPS =
      """
      Nothing to run. The first three steps:
        1  bin/benchmark -d driver-kafka-strimzi/local-1node.yaml workloads/quickstart.yaml
           A first result in a minute, on a Kafka node that is started on this machine.
        2  bin/benchmark report results
           The results as one page with charts: report.html.
        3  docs/tutorial.md
           From there to your own workload, two systems, a study and a decision, in 20 minutes.
      All options: bin/benchmark --help\
      """;

  /**
   * In the order of the help, before those of features. Not declared above: {@link Subcommands}
   * makes only those needed.
   */
  static final List<Class<?>> SUBCOMMANDS =
      List.of(
          CheckCommand.class,
          CleanCommand.class,
          ConformanceCommand.class,
          DriversCommand.class,
          NewDriverCommand.class,
          InstallSdkCommand.class,
          ExplainCommand.class,
          VerdictCommand.class,
          CompareCommand.class,
          PlotCommand.class,
          ReportCommand.class);

  @Spec private CommandSpec spec;

  @Option(
      names = {"-d", "--drivers"},
      paramLabel = "FILE",
      split = ",",
      converter = InputFile.class,
      description = "Driver files, separated by commas.")
  private List<Path> drivers = List.of();

  @Parameters(
      paramLabel = "WORKLOAD",
      arity = "0..*",
      converter = InputFile.class,
      description = "Workload files; run in the order of their names.")
  private List<Path> workloads = List.of();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Another value of a key of the workloads, such as producerRate=2k, or of the driver files,"
              + " such as driver.producerConfig.linger.ms=5. Can be repeated.")
  private List<String> set = List.of();

  @Mixin private RemoteWorkerOptions remoteWorkers;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "File for the OMB result of a single run. Default: a file in --results-dir.")
  private Optional<Path> output = Optional.empty();

  @Option(
      names = {"-c", "--csv"},
      paramLabel = "DIR",
      description = "Only writes a CSV table of the OMB results in this folder.")
  private Optional<Path> csv = Optional.empty();

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description =
          "Number of runs of each workload on each driver. Default: the workload's"
              + " value, or 1.")
  private Optional<Integer> iterations = Optional.empty();

  @Mixin private RunningOptions running;
  @Mixin private WatchOptions watch;

  @Mixin private HelpOption help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Shows the version and exits.")
  private boolean version;

  /** The first argument may be a mistyped command. */
  private String meantCommand() {
    return workloads.stream()
        .limit(1)
        .filter(Files::notExists)
        .map(word -> NearestName.suggestion(word.toString(), spec.subcommands().keySet()))
        .collect(Collectors.joining());
  }

  /** A result must not replace a file that the command reads. */
  private void requireNoInput(String option, Path file) {
    if (Files.isDirectory(file)) {
      throw new UsageException(option + " " + file + " is a folder; allowed is the name of a file");
    }
    Stream.of(workloads, drivers)
        .flatMap(List::stream)
        .filter(input -> GivenFile.isSame(input, file))
        .findFirst()
        .ifPresent(
            input -> {
              throw new UsageException(option + " " + file + " would replace the file " + input);
            });
  }

  /** OMB's table of the results in a folder. */
  private static ExitCode writeCsv(Path folder, Console console) throws ResultsException {
    if (!Files.isDirectory(folder)) {
      throw new UsageException("--csv " + folder + " is not a folder");
    }
    OmbCsv.Export export = OmbCsv.write(folder, Path.of(""), Instant.now());
    export.skipped().forEach(line -> console.note("left out " + line));
    console.print(String.format(Locale.ROOT, "Wrote %s: %d results", export.file(), export.rows()));
    return ExitCode.OK;
  }

  private Suite suite(Console console) throws IOException {
    List<String> values = new ArrayList<>();
    watch.options().forEach(option -> values.addAll(option.set()));
    values.addAll(set);
    return SuiteReader.read(workloads, drivers, values, iterations, running.lenient(), console);
  }

  @Override
  public Integer call() throws Exception {
    Console console = running.console();
    if (csv.isPresent()) {
      return writeCsv(csv.get(), console).code();
    }
    if (spec.commandLine().getParseResult().originalArgs().isEmpty()) {
      console.print(FIRST_STEPS);
      return ExitCode.USAGE.code();
    }
    Workers workers = remoteWorkers.workers(console, running.dryRun());
    if (drivers.isEmpty() || workloads.isEmpty()) {
      throw new UsageException(
          (drivers.isEmpty() ? "no driver: name at least one with --drivers FILE" : "no workload")
              + "; try 'bin/benchmark --help'"
              + meantCommand());
    }
    output.ifPresent(file -> requireNoInput("--output", file));
    watch.files().forEach(this::requireNoInput);
    Suite suite = suite(console);
    if (output.isPresent() && suite.runs().size() > 1) {
      throw new UsageException(
          String.format(
              Locale.ROOT,
              "--output is for exactly one run, this is %d: leave it out and find the files in %s",
              suite.runs().size(),
              running.resultsDir()));
    }
    workers.check(suite.runs());
    if (running.dryRun()) {
      WorkerSurvey survey = WorkerSurvey.of(workers);
      console.print(PlanDocument.of(suite, SystemClock.get().epochNanos() / 1_000_000));
      console.print(survey.text() + "\nNothing was started: this was a dry run.");
      return survey.code().code();
    }
    remoteWorkers.warmUp(workers);
    Results results = new Results(running.resultsDir(), output);
    CommandRuns runs = running.runs(console, () -> watch.open(console));
    return new SuiteExecution(suite, results, workers, runs).execute().code();
  }
}
