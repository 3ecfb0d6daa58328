package io.tidemark.cli.history;

import io.tidemark.cli.history.BisectCandidates.Candidate;
import io.tidemark.cli.history.BisectCommandRuns.Ended;
import io.tidemark.history.bisect.BisectLog;
import io.tidemark.history.bisect.BisectRule;
import io.tidemark.history.bisect.Bisection;
import io.tidemark.history.bisect.Bisection.State;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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
}
