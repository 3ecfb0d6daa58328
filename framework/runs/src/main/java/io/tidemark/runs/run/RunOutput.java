package io.tidemark.runs.run;

import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.omb.OmbResultFile;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.runs.Console;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files of one run. They are written immediately after the measurement, because later steps may
 * hang, and are completed at the end of the run. For one thread.
 */
public final class RunOutput {
  private final Results results;
  private final RunJournal journal;
  private final RunLog log;
  private final RunHooks hooks;
  private final Console console;
  private Optional<Path> directory = Optional.empty();
  private Optional<Path> ombFile = Optional.empty();

  /**
   * @param hooks may have further files
   */
  public RunOutput(
      Results results, RunJournal journal, RunLog log, RunHooks hooks, Console console) {
    this.results = results;
    this.journal = journal;
    this.log = log;
    this.hooks = hooks;
    this.console = console;
  }

  /** Before clients are closed. {@link #complete} repeats failed writes. */
  public void measured(RunResult result) {
    try {
      write(result);
      directory.ifPresent(folder -> console.note("Results are in " + folder + "; closing clients"));
    } catch (IOException | UncheckedIOException e) {
      console.note("Results cannot be written yet: " + e.getMessage());
    }
  }

  /**
   * Adds the results of closing, and prints. If results cannot be written, they are printed as far
   * as possible, and the journal is kept.
   *
   * @return the run without samples, for comparisons
   * @throws IOException whose message says where the journal was kept
   */
  public RunResult complete(RunResult result) throws IOException {
    try {
      try {
        write(result);
      } finally {
        console.print(RunDocument.of(result, files()));
      }
      return result.withoutCourse();
    } catch (IOException | UncheckedIOException e) {
      throw new IOException(e.getMessage() + journal.keep(), e);
    }
  }

  /** The directory of the run; empty if it could not be written. */
  public Optional<Path> directory() {
    return directory;
  }

  /** What has been written. */
  public List<Path> files() {
    return Stream.of(directory, ombFile).flatMap(Optional::stream).toList();
  }

  private void write(RunResult result) throws IOException {
    Map<String, Path> logs = new TreeMap<>(log.clientFiles());
    logs.put("run.log", log.file());
    if (directory.isPresent()) {
      RunDirectory.complete(directory.get(), result, logs);
    } else {
      logs.putAll(hooks.files()); // Closing does not change them.
      directory = Optional.of(RunDirectory.write(results.directory(), result, logs));
    }
    if (ombFile.isPresent()) {
      OmbResultFile.complete(ombFile.get(), result);
    } else {
      ombFile =
          Optional.of(
              results.ombFile().isPresent()
                  ? OmbResultFile.writeTo(results.ombFile().get(), result)
                  : OmbResultFile.write(results.directory(), result));
    }
  }
}
