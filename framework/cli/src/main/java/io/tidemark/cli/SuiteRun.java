package io.tidemark.cli;

import io.tidemark.brokers.LocalBrokerException;
import io.tidemark.cli.Suite.PlannedRun;
import io.tidemark.cli.live.RunWatcher;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunJournal;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.Problem;
import io.tidemark.report.ComparisonTable;
import io.tidemark.report.ResultsException;
import io.tidemark.report.RunOutcome;
import io.tidemark.report.StoredRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Runs a suite, one run after another. A failure in one run is reported and does not prevent the
 * next run; the results of each run are printed and written immediately.
 */
final class SuiteRun {
  private final Suite suite;
  private final OneRun oneRun;
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
    this.oneRun = new OneRun(workers, brokers, options, console, interruption, watcher);
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
    console.note("== " + planned.title());
    watcher.starts(planned.watched());
    try (RunLog log = RunLog.start();
        RunJournal journal = results.journal()) {
      RunOutput output = results.output(journal, log, console);
      RunResult result = oneRun.execute(planned, journal, output::measured);
      log.finish();
      exitCode = exitCode.worse(ExitCode.of(result.verdict()));
      StoredRun run = output.complete(result);
      finished.add(run);
      watcher.ended(RunOutcome.finished(planned.watched().title(), run, output.directory()));
    } catch (RunFailedException e) {
      ended(planned, e);
      fail(planned, e);
    } catch (ConfigurationException e) {
      ended(planned, e);
      e.problems().stream().map(Problem::rendered).forEach(console::error);
      exitCode = exitCode.worse(ExitCode.USAGE);
    } catch (LocalBrokerException | IOException | UncheckedIOException e) {
      ended(planned, e);
      fail(e);
    } finally {
      interruption.written();
    }
  }

  private void ended(PlannedRun planned, Exception e) {
    watcher.ended(RunOutcome.failed(planned.watched().title(), message(e)));
  }

  private static String message(Exception e) {
    return Objects.requireNonNullElse(e.getMessage(), e.toString());
  }

  private void fail(Exception e) {
    fail(message(e), ExitCode.INFRASTRUCTURE);
  }

  private void fail(PlannedRun planned, RunFailedException e) {
    ExitCode code =
        switch (e.kind()) {
          case CONFIGURATION -> ExitCode.USAGE;
          case INFRASTRUCTURE -> ExitCode.INFRASTRUCTURE;
          case INTERRUPTED -> ExitCode.INTERRUPTED;
        };
    fail(planned.title() + " did not run: " + e.getMessage(), code);
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
