package io.tidemark.report.omb;

import io.tidemark.model.result.RunResult;
import io.tidemark.report.file.InvalidMarker;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.file.RunNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Optional;

/**
 * Writes a run's OMB-format file. That format has no field for a verdict: an invalid run has an
 * additional file {@code <file>.INVALID} with the reasons.
 */
public final class OmbResultFile {
  private OmbResultFile() {}

  /**
   * Writes {@code <workload>-<driver>-<yyyy-MM-dd-HH-mm-ss>.json}; a taken name gets a suffix.
   *
   * @param resultsDir made if it does not exist
   * @return the new file
   * @throws ResultsException if it cannot be written, with path and reason
   */
  public static Path write(Path resultsDir, RunResult result) throws ResultsException {
    return write(resultsDir, result, ZoneId.systemDefault());
  }

  public static Path write(Path resultsDir, RunResult result, ZoneId zone) throws ResultsException {
    String name = RunNames.omb(result.identity(), zone);
    try {
      return ResultFiles.writeNewFile(
          resultsDir, name, ".json", content(result), file -> mark(file, result));
    } catch (IOException e) {
      throw ResultsException.writing(resultsDir.resolve(name + ".json"), e);
    }
  }

  /**
   * Writes the file that {@code -o} names, over one that exists, as OMB does. A device such as
   * {@code /dev/stdout} is written to directly and gets no marker.
   *
   * @return the file
   * @throws ResultsException if it cannot be written; what was there is then still whole
   */
  public static Path writeTo(Path file, RunResult result) throws ResultsException {
    try {
      boolean replaced = !Files.exists(file) || Files.isRegularFile(file);
      if (replaced && !result.usable()) {
        mark(file, result); // Before: an invalid result is never there without its marker.
      }
      ResultFiles.replaceFile(file, content(result));
      if (replaced) {
        mark(file, result);
      }
      return file;
    } catch (IOException e) {
      throw ResultsException.writing(file, e);
    }
  }

  /**
   * Marks a file that has been written with the verdict of the run's end.
   *
   * @throws ResultsException if the marker cannot be written or removed
   */
  public static void complete(Path file, RunResult result) throws ResultsException {
    try {
      if (Files.isRegularFile(file)) {
        mark(file, result);
      }
    } catch (IOException e) {
      throw ResultsException.writing(marker(file), e);
    }
  }

  /**
   * Checks whether {@link #writeTo} can work and creates the folder if necessary; called before a
   * run.
   *
   * @throws ResultsException if the file could not be written, with path and reason
   */
  public static void requireWritable(Path file) throws ResultsException {
    try {
      ResultFiles.requireReplaceable(file);
    } catch (IOException e) {
      throw ResultsException.writing(file, e);
    }
  }

  /** The marker of an OMB-format file, whether it exists or not. */
  public static Path marker(Path file) {
    return file.resolveSibling(file.getFileName() + InvalidMarker.NAME);
  }

  private static void mark(Path file, RunResult result) throws IOException {
    Optional<String> reasons = InvalidMarker.text(result.verdict());
    if (reasons.isPresent()) {
      ResultFiles.replaceFile(marker(file), reasons.get());
    } else {
      Files.deleteIfExists(marker(file));
    }
  }

  private static ResultFiles.Content content(RunResult result) {
    return out -> ReportFormats.PRETTY.writeValue(out, OmbResult.of(result));
  }
}
