package io.tidemark.features.history.command;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.TimeSpan;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.cli.process.ProcessInterruption;
import io.tidemark.driver.settings.Quantities;
import io.tidemark.features.history.bisect.BisectLog;
import io.tidemark.features.history.bisect.Bisection.BisectRule;
import io.tidemark.features.history.command.BisectCandidates.Candidate;
import io.tidemark.features.history.command.BisectExecution.BisectCommandRuns;
import io.tidemark.features.study.StudyFolder;
import io.tidemark.model.yaml.Sha256;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.runs.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds the commit or version that changed a metric. */
@Command(
    name = "bisect",
    sortOptions = false,
    description = {
      "Finds the commit or version that changed a metric, although single runs differ: repeats runs"
          + " until it is known with the confidence that is asked for.",
      "The command is run with TIDEMARK_CANDIDATE (the commit or version) and TIDEMARK_RESULTS (a"
          + " new folder), in which it leaves the results of bin/benchmark. It exits with 125 if"
          + " the candidate cannot be tested.",
      "The same arguments continue a bisection that was interrupted. docs/how-to/history.md"
          + " explains it."
    })
public final class HistoryBisectCommand implements Callable<Integer> {
  private static final int ID_DIGITS = 8;

  @Mixin private BisectCandidates candidates;

  @Option(
      names = "--command",
      paramLabel = "COMMAND",
      required = true,
      description = "Shell command that builds or starts the candidate, and runs Tidemark on it.")
  private String command;

  @Option(
      names = "--metric",
      paramLabel = "METRIC",
      required = true,
      description = "The metric that changed, such as endToEnd.p99.")
  private String metric;

  @Option(
      names = "--confidence",
      paramLabel = "SHARE",
      defaultValue = "95%",
      description = "When it is sure enough. Default: 95%%.")
  private String confidence;

  @Option(
      names = "--at-least",
      paramLabel = "SHARE",
      defaultValue = "2%",
      description = "The smallest change between good and bad that matters. Default: 2%%.")
  private String atLeast;

  @Option(
      names = "--max-runs",
      paramLabel = "N",
      defaultValue = "200",
      description = "Ends after this number of runs of the command. Default: ${DEFAULT-VALUE}.")
  private int mostRuns;

  @Option(
      names = "--max-duration",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description = "Begins no run that would end after this time of running. Default: no limit.")
  private Optional<Duration> mostTime = Optional.empty();

  @Option(
      names = "--run-timeout",
      paramLabel = "TIME",
      defaultValue = "1h",
      converter = TimeSpan.class,
      description = "Longest time of one run of the command. Default: ${DEFAULT-VALUE}.")
  private Duration timeout;

  @Option(
      names = "--results-dir",
      paramLabel = "DIR",
      defaultValue = "results",
      description =
          "Folder for results, of which each bisection has one. Default: ${DEFAULT-VALUE}.")
  private Path results;

  @Option(
      names = "--restart",
      description = "Starts again in a new folder (NAME-2); deletes nothing.")
  private boolean restart;

  @Mixin private HelpOption help;

  @Override
  public Integer call() throws IOException, InterruptedException {
    TrendOptions.requireMetrics(List.of(metric));
    BisectRule rule =
        new BisectRule(
            share("--confidence", confidence, 0.5, 0.9999), share("--at-least", atLeast, 0, 0.99));
    if (mostRuns < 1) {
      throw new UsageException("--max-runs: got " + mostRuns + "; allowed 1 and more");
    }
    List<Candidate> all = candidates.all();
    Console console = ProcessConsole.open(false);
    BisectLog begun = BisectLog.of(metric, command, all.stream().map(Candidate::name).toList());
    Path folder = StudyFolder.locate(results, name(begun), restart);
    RunDirectory.requireWritable(folder);
    BisectLog log = BisectLog.read(folder).orElse(begun);
    BisectCommandRuns runs =
        new BisectCommandRuns(folder, command, timeout, ProcessInterruption.install(console));
    return new BisectExecution(all, rule, new BisectExecution.Limits(mostRuns, mostTime), console)
        .execute(log, runs)
        .code();
  }

  /** Another command or other candidates are another bisection. */
  private static String name(BisectLog log) {
    String text = log.metric() + '\n' + log.command() + '\n' + log.candidates();
    byte[] hash = Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    return "bisect-" + HexFormat.of().formatHex(hash).substring(0, ID_DIGITS);
  }

  private static double share(String option, String text, double from, double to) {
    return Quantities.share(text)
        .filter(share -> share >= from && share <= to)
        .orElseThrow(
            () ->
                new UsageException(
                    String.format(
                        Locale.ROOT,
                        "%s: got '%s'; allowed a share from %.4g %% to %.4g %%",
                        option,
                        text,
                        100 * from,
                        100 * to)));
  }
}
