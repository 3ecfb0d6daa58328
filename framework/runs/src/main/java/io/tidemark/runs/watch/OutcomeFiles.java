package io.tidemark.runs.watch;

import io.tidemark.report.file.ResultsException;
import io.tidemark.report.suite.RunOutcome;
import io.tidemark.report.suite.SuiteFormat;
import io.tidemark.report.text.RunTitle;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.RunWatcher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes {@code --junit} and {@code --summary} at the end of a command. */
public final class OutcomeFiles implements RunWatcher {
  private final Map<SuiteFormat, Path> files = new EnumMap<>(SuiteFormat.class);
  private final List<RunTitle> planned = new ArrayList<>();
  private final List<RunOutcome> outcomes = new ArrayList<>();

  public OutcomeFiles(Optional<Path> junit, Optional<Path> summary) {
    junit.ifPresent(file -> files.put(SuiteFormat.JUNIT, file));
    summary.ifPresent(file -> files.put(SuiteFormat.MARKDOWN, file));
  }

  @Override
  public void planned(List<PlannedRun> runs) {
    runs.forEach(run -> planned.add(run.title()));
  }

  @Override
  public void added(List<PlannedRun> runs) {
    planned(runs);
  }

  @Override
  public void ended(RunOutcome outcome) {
    outcomes.add(outcome);
    planned.remove(outcome.title());
  }

  /** Runs that the command did not reach are errors. */
  @Override
  public void close() throws ResultsException {
    planned.forEach(
        title -> outcomes.add(RunOutcome.failed(title, "the command ended before this run")));
    for (Map.Entry<SuiteFormat, Path> file : files.entrySet()) {
      file.getKey().write(file.getValue(), outcomes);
    }
  }
}
