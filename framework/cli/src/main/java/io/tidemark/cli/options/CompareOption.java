package io.tidemark.cli.options;

import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.RunSet;
import java.util.List;

/** A further option of {@code bin/benchmark compare}: an object with picocli's annotations. */
public interface CompareOption {
  /** Fails if it cannot be written. */
  void check();

  /**
   * Writes what it was asked for, if anything.
   *
   * @param sides the first is the baseline
   */
  void write(List<RunSet> sides) throws ResultsException;
}
