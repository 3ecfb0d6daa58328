package io.tidemark.features.history.command;

import io.tidemark.base.Command;
import io.tidemark.base.CommandResult;
import io.tidemark.base.RunningCommand;
import io.tidemark.base.SystemClock;
import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.features.history.RunReader;
import io.tidemark.features.history.bisect.BisectLog;
import io.tidemark.features.history.bisect.BisectLog.Attempt;
import io.tidemark.features.history.bisect.Bisection;
import io.tidemark.features.history.bisect.Bisection.BisectRule;
import io.tidemark.features.history.bisect.Bisection.State;
import io.tidemark.features.history.command.BisectCandidates.Candidate;
import io.tidemark.features.history.command.BisectExecution.BisectCommandRuns.Ended;
import io.tidemark.features.history.trend.TrendMetric;
import io.tidemark.model.result.Text;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.file.RunNames;
import io.tidemark.report.statistics.Change;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
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
import java.util.stream.Collectors;

/** Runs a bisection to its end, or to one of its limits. */
final class BisectExecution {
  private static final String CONTINUES = "The same command continues the bisection.";

  private final List<Candidate> candidates;
  private final BisectRule rule;
  private final Limits limits;
  private final Console console;
  private final BisectText text;

  /** When it ends without an answer. */
  record Limits(int runs, Optional<Duration> time) {
    /** Why no further run begins. */
    Optional<String> reached(BisectLog log) {
      int made = log.attempts().size();
      double next = made == 0 ? 0 : log.seconds() / made;
      if (made >= runs) {
        return Optional.of("--max-runs " + runs);
      }
      return time.filter(most -> log.seconds() + next > most.toMillis() / 1e3)
          .map(most -> "--max-duration");
    }
  }

  BisectExecution(List<Candidate> candidates, BisectRule rule, Limits limits, Console console) {
    this.candidates = candidates;
    this.rule = rule;
    this.limits = limits;
    this.console = console;
    this.text = new BisectText(candidates, console.style());
  }

  ExitCode execute(BisectLog begun, BisectCommandRuns runs) {
    BisectLog log = begun;
    try {
      console.note(text.begins(log, runs.folder()));
      Bisection now = log.bisection(rule);
      while (now.isOpen() && limits.reached(log).isEmpty()) {
        Ended ended = runs.run(log, now.next());
        if (ended instanceof Ended.Interrupted) {
          console.note(CONTINUES);
          return ExitCode.INTERRUPTED;
        }
        BisectLog before = log;
        log = after(log, now.next(), ended);
        log.write(runs.folder());
        requireEnds(before, log);
        now = log.bisection(rule);
        note(log, ended, now);
      }
      return end(log, now);
    } catch (IOException e) {
      console.error("ERROR " + e.getMessage());
      console.note(CONTINUES);
      return ExitCode.INFRASTRUCTURE;
    } finally {
      runs.interruption().done();
    }
  }

  private BisectLog after(BisectLog log, int candidate, Ended ended) throws IOException {
    if (!(ended instanceof Ended.Measured measured)) {
      console.note(label(candidate) + ": cannot be tested (exit code 125), left out");
      return log.skipping(candidate);
    }
    boolean moved =
        !log.machine().isEmpty()
            && !measured.machine().isEmpty()
            && !log.machine().equals(measured.machine());
    if (moved) {
      throw new IOException(
          "the bisection was begun on another machine (%s, not %s); --restart begins a new one"
              .formatted(log.machine(), measured.machine()));
    }
    if (!measured.why().isEmpty()) {
      console.note(label(candidate) + ": no usable figure: " + measured.why());
    }
    return log.with(measured.attempt(), measured.machine());
  }

  private String label(int candidate) {
    return candidates.get(candidate).label();
  }

  private void requireEnds(BisectLog before, BisectLog log) throws IOException {
    for (int candidate : log.skipped()) {
      if (log.isEnd(candidate) && !before.skipped().contains(candidate)) {
        throw new IOException(
            "%s cannot be tested; give another %s"
                .formatted(label(candidate), candidate == 0 ? "--good" : "--bad"));
      }
    }
  }

  private void note(BisectLog log, Ended ended, Bisection now) {
    if (ended instanceof Ended.Measured measured && measured.why().isEmpty()) {
      console.note(text.run(log, measured.attempt(), now));
    }
  }

  private ExitCode end(BisectLog log, Bisection now) {
    console.print(text.end(log, now));
    if (now.isOpen()) {
      console.note(
          String.format(
              Locale.ROOT,
              "Ended by %s. The same command with a higher limit continues the bisection.",
              limits.reached(log).orElse("a limit")));
    }
    return now.state() == State.FOUND ? ExitCode.OK : ExitCode.NOT_GOOD;
  }

  /** What a bisection prints. */
  record BisectText(List<Candidate> candidates, TerminalStyle style) {
    private static final double INTERVAL = 0.95;

    /** How many candidates there are, and where the results are. */
    String begins(BisectLog log, Path folder) {
      return String.format(
          Locale.ROOT,
          "%d candidates from %s to %s; results in %s%s",
          candidates.size(),
          label(0),
          label(candidates.size() - 1),
          folder,
          log.attempts().isEmpty()
              ? ""
              : ", which has " + Text.plural(log.attempts().size(), "run"));
    }

    private String label(int candidate) {
      return candidates.get(candidate).label();
    }

    /** One line for each run: its figure, and what is known then. */
    String run(BisectLog log, Attempt attempt, Bisection now) {
      return "run %s: %s: %s %s%s"
          .formatted(
              log.attempts().size(),
              label(attempt.candidate()),
              log.metric(),
              attempt.values().stream()
                  .map(value -> style.shown(TrendMetric.text(log.metric(), value)))
                  .collect(Collectors.joining(", ")),
              known(log, now));
    }

    private String known(BisectLog log, Bisection now) {
      if (!now.found().isEmpty()) {
        return String.format(
            Locale.ROOT,
            "; most likely %s (%s)",
            label(now.found().get(now.found().size() - 1)),
            percent(now.confidence()));
      }
      return now.change().map(change -> "; bad is " + size(log, change)).orElse("");
    }

    /** The answer. */
    String end(BisectLog log, Bisection now) {
      String runs = runs(log);
      if (now.state() == State.SAME) {
        return "Good and bad do not differ: %s of %s is %s than that of %s; %s."
            .formatted(
                log.metric(),
                label(candidates.size() - 1),
                now.change().map(change -> size(log, change)).orElse("not known"),
                label(0),
                runs);
      }
      if (now.found().isEmpty()) {
        return "Not decided: good and bad are not shown to differ%s; %s."
            .formatted(
                now.change().map(change -> ": bad is " + size(log, change)).orElse(""), runs);
      }
      return (now.state() == State.FOUND ? "Found: " : "Not decided: ") + place(log, now, runs);
    }

    private String place(BisectLog log, Bisection now, String runs) {
      int first = now.found().get(0);
      int last = now.found().get(now.found().size() - 1);
      String change =
          now.change() // With a place there is a change.
              .map(each -> size(log, each))
              .orElse("");
      return "%s since %s (confidence %s), %s is %s; %s."
          .formatted(
              first == last
                  ? "the change is in " + label(last)
                  : "the change is in one of "
                      + now.found().stream().map(this::label).collect(Collectors.joining(", "))
                      + " (only the last one can be tested)",
              label(first - 1),
              percent(now.confidence()),
              log.metric(),
              change,
              runs);
    }

    private static String percent(double share) {
      return share > 0.9995
          ? "above 99.9 %"
          : String.format(Locale.ROOT, share > 0.995 ? "%.1f %%" : "%.0f %%", 100 * share);
    }

    /** {@code 8.1 % worse (95 %: +5.9 to +10.4 %)}. */
    private static String size(BisectLog log, Change change) {
      return String.format(
          Locale.ROOT,
          "%s (95 %%: %+.1f to %+.1f %%)",
          TrendMetric.change(log.metric(), Math.expm1(change.logRatio())),
          100 * change.lowest(INTERVAL),
          100 * change.highest(INTERVAL));
    }

    private String runs(BisectLog log) {
      long tested =
          log.attempts().stream()
              .filter(each -> !each.values().isEmpty())
              .map(Attempt::candidate)
              .distinct()
              .count();
      return Text.plural(log.attempts().size(), "run")
          + " of "
          + Text.plural(tested, "candidate")
          + (log.skipped().isEmpty()
              ? ""
              : ", " + Text.plural(log.skipped().size(), "candidate") + " could not be tested");
    }
  }

  /**
   * Runs the command of a bisection.
   *
   * @param folder of the bisection
   * @param timeout of one run
   */
  record BisectCommandRuns(
      Path folder, String command, Duration timeout, Interruption interruption) {
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
              .with(
                  Map.of("TIDEMARK_CANDIDATE", candidate, "TIDEMARK_RESULTS", results.toString()));
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
}
