package io.tidemark.runs.run;

import io.tidemark.coordinator.journal.RunJournal;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.omb.OmbResultFile;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Locations of the results of a command.
 *
 * @param directory {@code --results-dir}
 * @param ombFile {@code --output}; only with one run
 */
public record Results(Path directory, Optional<Path> ombFile) {
  private static final String RECORDING = ".recording-";

  /** Fails before the start if results could not be written. */
  public void checkWritable() throws ResultsException {
    RunDirectory.requireWritable(directory);
    if (ombFile.isPresent()) {
      OmbResultFile.requireWritable(ombFile.get());
    }
  }

  /** Folder for the data of a running run, on the same file system as its results. */
  RunJournal journal() throws IOException {
    String name = RECORDING + UUID.randomUUID().toString().substring(0, 8);
    return RunJournal.in(directory.resolve(name));
  }

  /** A new folder for the data of a running run, which only this user can read. */
  public Path temporary() throws IOException {
    return Files.createTempDirectory(directory, RECORDING);
  }

  /** Removes what a killed process left: journals of its runs, and files it had begun. */
  public void deleteRemains() throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    List<Path> remains;
    try (Stream<Path> files = Files.list(directory)) {
      remains = files.filter(file -> isRecording(file) || ResultFiles.isTemporary(file)).toList();
    }
    for (Path each : remains) {
      ResultFiles.delete(each);
    }
  }

  private static boolean isRecording(Path file) {
    return String.valueOf(file.getFileName()).startsWith(RECORDING);
  }
}
