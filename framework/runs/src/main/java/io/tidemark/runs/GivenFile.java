package io.tidemark.runs;

import io.tidemark.base.UsageException;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/** A file or folder that the command line names. */
public final class GivenFile {
  private GivenFile() {}

  /**
   * Whether a file can be written, before anything else is done.
   *
   * @param inputs files that it must not replace
   */
  public static void requireWritable(String option, Path file, Collection<Path> inputs) {
    inputs.stream()
        .filter(input -> isSame(input, file))
        .findFirst()
        .ifPresent(
            input -> {
              throw new UsageException(option + " " + file + " would replace the file " + input);
            });
    try {
      ResultFiles.requireReplaceable(file);
      if (Files.exists(file) && !Files.isWritable(file)) {
        throw new FileSystemException(file.toString(), null, "it is read-only");
      }
    } catch (IOException e) {
      throw new UsageException(
          "%s %s cannot be written: %s".formatted(option, file, ResultsException.reason(e)));
    }
  }

  /** Whether files can be written to a folder, which may not exist yet. */
  public static void requireFolder(String option, Path folder) {
    Path nearest = folder.toAbsolutePath().normalize();
    while (Files.notExists(nearest) && nearest.getParent() != null) {
      nearest = nearest.getParent();
    }
    if (!Files.isDirectory(nearest)) {
      throw new UsageException(option + " " + folder + " is not a folder");
    }
    if (!Files.isWritable(nearest)) {
      throw new UsageException(option + " " + folder + " cannot be written: permission denied");
    }
  }

  public static boolean isSame(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException e) {
      return false; // One of them does not exist.
    }
  }

  /**
   * Its text.
   *
   * @param what in front of its name in the message if it cannot be read
   */
  public static String text(String what, Path file) {
    try {
      return InputFiles.text(file);
    } catch (IOException e) {
      throw new UsageException("cannot read " + what + file + ": " + e.getMessage());
    }
  }
}
