package io.tidemark.report.suite;

import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import java.nio.file.Path;
import java.util.List;

/** Files about all runs of a command. A new format is a class that makes its text, and an entry. */
public enum SuiteFormat {
  /** Test cases for CI servers; replaces the file. */
  JUNIT {
    @Override
    public void write(Path file, List<RunOutcome> outcomes) throws ResultsException {
      ResultFiles.replaceFile(file, SuiteJUnit.xml(outcomes));
    }
  },
  /** A summary in Markdown; added to the end of the file. */
  MARKDOWN {
    @Override
    public void write(Path file, List<RunOutcome> outcomes) throws ResultsException {
      ResultFiles.append(file, SuiteMarkdown.of(outcomes));
    }
  };

  /**
   * Writes the runs.
   *
   * @throws ResultsException if the file cannot be written, with path and reason
   */
  public abstract void write(Path file, List<RunOutcome> outcomes) throws ResultsException;
}
