package io.tidemark.runs.run;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.Problem;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.workers.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * One run with its log, its recording and its files. Informs the watcher. A failure is printed, and
 * counts for the exit code of the command.
 */
public final class LoggedExecution {
  private final CommandRuns runs;
  private final RunExecution oneRun;

  /** A run on the given workers. */
  public LoggedExecution(CommandRuns runs, Workers workers) {
    this.runs = runs;
    this.oneRun = new RunExecution(runs, workers);
  }

  /**
   * @param written takes the files of the result before clients are closed
   */
  public RunOutcome execute(PlannedRun planned, Results results, Consumer<List<Path>> written) {
    runs.watcher().starts(planned);
    RunOutcome outcome = carryOut(planned, results, written);
    runs.watcher().ended(outcome);
    return outcome;
  }

  private RunOutcome carryOut(PlannedRun planned, Results results, Consumer<List<Path>> written) {
    try (RunLog log = RunLog.start();
        RunJournal journal = results.journal();
        RunHooks hooks = new RunHooks(runs.hooks())) {
      RunOutput output = new RunOutput(results, journal, log, hooks, runs.console());
      RunResult result =
          oneRun.execute(
              planned,
              journal,
              hooks,
              results.directory(),
              measured -> {
                output.measured(measured);
                written.accept(output.files());
              });
      log.finish();
      RunResult run = output.complete(result);
      return RunOutcome.finished(planned.title(), run, output.directory());
    } catch (RunFailedException e) {
      runs.fail(planned.title().text() + " did not run: " + e.getMessage(), code(e));
      return RunOutcome.failed(planned.title(), Text.message(e));
    } catch (ConfigurationException e) {
      e.problems().stream().map(Problem::rendered).forEach(runs.console()::error);
      runs.count(ExitCode.USAGE);
      return RunOutcome.failed(planned.title(), Text.message(e));
    } catch (LocalBrokerException | IOException | UncheckedIOException e) {
      runs.fail(e);
      return RunOutcome.failed(planned.title(), Text.message(e));
    } finally {
      runs.interruption().written();
    }
  }

  private static ExitCode code(RunFailedException e) {
    return switch (e.kind()) {
      case CONFIGURATION -> ExitCode.USAGE;
      case INFRASTRUCTURE -> ExitCode.INFRASTRUCTURE;
      case INTERRUPTED -> ExitCode.INTERRUPTED;
    };
  }
}
