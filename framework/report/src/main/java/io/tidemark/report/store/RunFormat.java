package io.tidemark.report.store;

import io.tidemark.model.result.RunResult;
import io.tidemark.report.file.ResultFiles;
import java.util.Optional;
import java.util.function.Function;

/**
 * A file of a run's directory: one form in which a result is written.
 *
 * @param name of the file
 * @param content empty for runs that have no such file
 */
public record RunFormat(String name, Function<RunResult, Optional<ResultFiles.Content>> content) {
  /** A file of every run. */
  static RunFormat always(String name, Function<RunResult, ResultFiles.Content> content) {
    return new RunFormat(name, run -> Optional.of(content.apply(run)));
  }
}
