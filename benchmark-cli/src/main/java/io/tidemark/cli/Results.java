package io.tidemark.cli;

import io.tidemark.coordinator.Journal;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.OmbResultFile;
import io.tidemark.report.ResultsException;
import io.tidemark.report.RunDirectory;
import io.tidemark.report.StoredRun;
import io.tidemark.report.SummaryTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Where the results of a command go.
 *
 * @param directory {@code --results-dir}
 * @param ombFile {@code --output}; only with one run
 */
record Results(Path directory, Optional<Path> ombFile) {

  /** Fails before anything is started when nothing could be written at the end. */
  void checkWritable() throws ResultsException {
    RunDirectory.requireWritable(directory);
    if (ombFile.isPresent()) {
      OmbResultFile.requireWritable(ombFile.get());
    }
  }

  /** For what a run records as it goes; beside its results, where there is room for them. */
  Journal journal() throws IOException {
    String name = ".recording-" + UUID.randomUUID().toString().substring(0, 8);
    return Journal.in(directory.resolve(name));
  }

  /**
   * What cannot be written is at least shown, as far as it can be read, and what the run recorded
   * is kept.
   *
   * @param journal from which the result reads
   * @return the run without its course, to be compared with others
   * @throws IOException whose message says where the journal was kept
   */
  StoredRun writeAndPrint(RunResult result, Journal journal, RunLog log, Console console)
      throws IOException {
    try {
      return writeAndPrint(result, log, console);
    } catch (IOException | UncheckedIOException e) {
      journal.keep();
      String kept =
          journal.folder().map(folder -> "; what the run recorded is kept in " + folder).orElse("");
      throw new IOException(e.getMessage() + kept, e);
    }
  }

  private StoredRun writeAndPrint(RunResult result, RunLog log, Console console)
      throws IOException {
    StoredRun run = StoredRun.of(result);
    List<Path> written = new ArrayList<>();
    try {
      Map<String, Path> logs = new TreeMap<>(log.clientFiles());
      logs.put("run.log", log.file());
      written.add(RunDirectory.write(directory, result, logs));
      written.add(
          ombFile.isPresent()
              ? OmbResultFile.writeTo(ombFile.get(), result)
              : OmbResultFile.write(directory, result));
    } finally {
      console.print(SummaryTable.render(run, console.look(), written).stripTrailing());
    }
    return run.withoutCourse();
  }
}
