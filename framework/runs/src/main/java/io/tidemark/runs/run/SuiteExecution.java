package io.tidemark.runs.run;

import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.section.SummarySection;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.suite.Suite;
import io.tidemark.runs.workers.Workers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a suite, one run after another. A failure in one run is reported and does not prevent the
 * next run; the results of each run are printed and written immediately.
 */
public final class SuiteExecution {
  private final Suite suite;
  private final Results results;
  private final Workers workers;
  private final CommandRuns runs;
  private final List<ReportedRun> finished = new ArrayList<>();

  public SuiteExecution(Suite suite, Results results, Workers workers, CommandRuns runs) {
    this.suite = suite;
    this.results = results;
    this.workers = workers;
    this.runs = runs;
  }

  public ExitCode execute() {
    ExitCode exitCode;
    try {
      runs.watcher().planned(suite.runs());
      results.checkWritable();
      if (runs.haveServers(suite.runs())) {
        executeAll();
      }
      if (finished.size() > 1) {
        runs.console().print(SummarySection.document(finished));
      }
    } catch (ResultsException e) {
      runs.fail(e);
    } finally {
      exitCode = runs.end();
    }
    return exitCode;
  }

  private void executeAll() {
    for (PlannedRun planned : suite.runs()) {
      if (runs.interruption().requested()) {
        break;
      }
      execute(planned);
    }
  }

  private void execute(PlannedRun planned) {
    runs.console().note("");
    runs.console().note("== " + planned.title().text());
    RunOutcome outcome = new LoggedExecution(runs, workers).execute(planned, results, files -> {});
    outcome
        .run()
        .ifPresent(
            run -> {
              runs.count(ExitCode.of(run.verdict()));
              Path source = outcome.directory().orElse(Path.of(""));
              finished.add(ReportedRun.of(outcome.title(), source, run));
            });
  }
}
