package io.tidemark.cli;

import io.tidemark.brokers.LocalBrokerException;
import io.tidemark.cli.Suite.PlannedRun;
import io.tidemark.cli.live.RunWatcher;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.report.ComparisonTable;
import io.tidemark.report.ResultsException;
import io.tidemark.report.StoredRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Runs a suite, one run after another. A failure in one run is reported and does not prevent the
 * next run; the results of each run are printed and written immediately.
 */
final class SuiteRun {
  private final Suite suite;
  private final LoggedRun loggedRun;
  private final Results results;
  private final Console console;
  private final Interruption interruption;
  private final BrokerPool brokers;
  private final RunWatcher watcher;
  private final List<StoredRun> finished = new ArrayList<>();
  private ExitCode exitCode = ExitCode.OK;

  /**
   * @param watcher is closed at the end
   */
  SuiteRun(
      Suite suite,
      Results results,
      Workers workers,
      RunOptions options,
      Console console,
      RunWatcher watcher) {
    this.suite = suite;
    this.results = results;
    this.console = console;
    this.interruption = Interruption.install(console);
    this.brokers = new BrokerPool(console);
    this.watcher = watcher;
    OneRun oneRun = new OneRun(workers, brokers, options, console, interruption, watcher);
    this.loggedRun = new LoggedRun(oneRun, watcher, console, interruption);
  }

  ExitCode execute() {
    try {
      watcher.planned(suite.runs().stream().map(PlannedRun::watched).toList());
      results.checkWritable();
      for (PlannedRun planned : suite.runs()) {
        if (interruption.requested()) {
          break;
        }
        execute(planned);
      }
      if (finished.size() > 1) {
        console.print(ComparisonTable.render(finished, console.style()).stripTrailing());
      }
    } catch (ResultsException e) {
      fail(e);
    } finally {
      closeWatcher();
      stopBrokers();
      interruption.done();
    }
    return interruption.codeOf(exitCode);
  }

  private void execute(PlannedRun planned) {
    console.note("");
    console.note("== " + planned.title().text());
    LoggedRun.Ended ended = loggedRun.execute(planned, results, files -> {});
    exitCode = exitCode.worse(ended.code());
    ended.outcome().run().ifPresent(finished::add);
  }

  private void fail(Exception e) {
    fail(Objects.requireNonNullElse(e.getMessage(), e.toString()), ExitCode.INFRASTRUCTURE);
  }

  private void fail(String message, ExitCode code) {
    console.error("ERROR " + message);
    exitCode = exitCode.worse(code);
  }

  private void closeWatcher() {
    try {
      watcher.close();
    } catch (IOException e) {
      fail(e);
    }
  }

  private void stopBrokers() {
    try {
      brokers.close();
    } catch (LocalBrokerException e) {
      fail("local brokers did not stop cleanly: " + e.getMessage(), ExitCode.INFRASTRUCTURE);
    }
  }
}
