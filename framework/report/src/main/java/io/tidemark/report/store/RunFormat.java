package io.tidemark.report.store;

import io.tidemark.model.result.RunResult;
import io.tidemark.report.csv.Csv;
import io.tidemark.report.file.ResultFiles;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A file of a run's directory: one form in which a result is written.
 *
 * @param name of the file
 * @param meaning what is in it, and when it is absent
 * @param columns of a CSV file
 * @param content empty for runs that have no such file
 */
public record RunFormat(
    String name,
    String meaning,
    List<? extends Csv.Column<?>> columns,
    Function<RunResult, Optional<ResultFiles.Content>> content) {
  public RunFormat {
    columns = List.copyOf(columns);
  }

  /** A file that is no table. */
  RunFormat(
      String name, String meaning, Function<RunResult, Optional<ResultFiles.Content>> content) {
    this(name, meaning, List.of(), content);
  }

  /** A file of every run. */
  static RunFormat always(
      String name, String meaning, Function<RunResult, ResultFiles.Content> content) {
    return new RunFormat(name, meaning, run -> Optional.of(content.apply(run)));
  }
}
