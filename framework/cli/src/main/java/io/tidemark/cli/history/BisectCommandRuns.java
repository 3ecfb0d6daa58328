package io.tidemark.cli.history;

import io.tidemark.base.Command;
import io.tidemark.base.CommandResult;
import io.tidemark.base.RunningCommand;
import io.tidemark.base.SystemClock;
import io.tidemark.history.HistoryRun;
import io.tidemark.history.NewRun;
import io.tidemark.history.RunReader;
import io.tidemark.history.bisect.BisectLog;
import io.tidemark.history.bisect.BisectLog.Attempt;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.file.RunNames;
import io.tidemark.runs.Interruption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Runs the command of a bisection.
 *
 * @param folder of the bisection
 * @param timeout of one run
 */
record BisectCommandRuns(Path folder, String command, Duration timeout, Interruption interruption) {
  private static final String LOG = "command.log";
  private static final int LOG_KILOBYTES = 10_240;
  private static final int CANNOT_BE_TESTED = 125;
  private static final int NOT_GOOD = 1;
  private static final int NAME_LENGTH = 40;

  /** What a run gave. */
  sealed interface Ended {
    /**
     * A run with results.
     *
     * @param machine on which it was measured; empty without a value
     * @param why without a value
     */
    record Measured(Attempt attempt, String machine, String why) implements Ended {}

    /** The candidate cannot be tested. */
    record Skipped() implements Ended {}

    /** Ended by Ctrl-C or SIGTERM. */
    record Interrupted() implements Ended {}
  }

  /** The log of what the command prints. */
  Path log() {
    return folder.resolve(LOG);
  }

  /**
   * Runs it for one candidate. What an interrupted run has left is deleted first.
   *
   * @throws IOException if the command fails, with what it printed last
   */
  Ended run(BisectLog log, int candidate) throws IOException {
    String name = name(log, candidate);
    Path results = folder.resolve(name).toAbsolutePath();
    if (Files.exists(results)) {
      ResultFiles.delete(results);
    }
    Files.createDirectories(results);
    long start = SystemClock.get().nanoTime();
    Optional<CommandResult> ended = shell(log.candidates().get(candidate), results);
    double seconds = (SystemClock.get().nanoTime() - start) / 1e9;
    if (ended.isEmpty()) {
      return new Ended.Interrupted();
    }
    int code = ended.get().exitCode().orElse(-1);
    if (code == CANNOT_BE_TESTED) {
      return new Ended.Skipped();
    }
    if (code != 0 && code != NOT_GOOD) {
      throw new IOException(
          "the command for %s %s; the end of what it printed is in %s"
              .formatted(log.candidates().get(candidate), ended.get().failure(), log()));
    }
    return measured(log, candidate, results, seconds);
  }

  private static String name(BisectLog log, int candidate) {
    String text = RunNames.sanitised(log.candidates().get(candidate));
    return String.format(
        Locale.ROOT,
        "%03d-%s",
        log.attempts().size() + log.skipped().size() + 1,
        text.length() > NAME_LENGTH ? text.substring(0, NAME_LENGTH) : text);
  }

  /** Empty if it was interrupted. */
  private Optional<CommandResult> shell(String candidate, Path results) throws IOException {
    Command shell =
        Command.line("/bin/sh", "-c", command)
            .inSession()
            .appendingTo(log(), LOG_KILOBYTES)
            .with(Map.of("TIDEMARK_CANDIDATE", candidate, "TIDEMARK_RESULTS", results.toString()));
    RunningCommand running = shell.start();
    running.closeInput();
    try {
      CommandResult result = interruption.breakingOff(() -> running.await(timeout));
      return interruption.requested() ? Optional.empty() : Optional.of(result);
    } catch (InterruptedException e) {
      return Optional.empty(); // The request is remembered.
    }
  }

  private Ended measured(BisectLog log, int candidate, Path results, double seconds)
      throws IOException {
    RunReader reader = new RunReader(Map.of(), Optional.empty());
    String why = "";
    try {
      reader.read(results);
    } catch (ResultsException e) {
      why = String.valueOf(e.getMessage());
    }
    requireOneSeries(reader.runs());
    List<Double> values =
        reader.runs().stream()
            .map(run -> run.run().value(log.metric()))
            .filter(OptionalDouble::isPresent)
            .map(OptionalDouble::getAsDouble)
            .filter(value -> value > 0)
            .toList();
    if (values.isEmpty() && why.isEmpty()) {
      why = why(reader.runs().get(0).run(), log.metric());
    }
    String machine = values.isEmpty() ? "" : reader.runs().get(0).key().testBedText();
    Attempt attempt =
        new Attempt(candidate, String.valueOf(results.getFileName()), values, seconds);
    return new Ended.Measured(attempt, machine, why);
  }

  private static String why(HistoryRun run, String metric) {
    return metric
        + " must not be used or was not measured: "
        + Optional.ofNullable(run.damaged().get(metric))
            .orElse("the run has " + String.join(", ", run.values().keySet()));
  }

  private static void requireOneSeries(List<NewRun> runs) throws IOException {
    List<String> series =
        runs.stream()
            .map(run -> run.key().workload() + " on " + run.key().driver())
            .distinct()
            .toList();
    if (series.size() > 1) {
      throw new IOException(
          "the command left runs of " + String.join(", ", series) + "; allowed is one of them");
    }
  }
}
