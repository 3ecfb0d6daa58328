package io.tidemark.cli;

import io.tidemark.model.yaml.InputFiles;
import java.io.IOException;
import java.nio.file.Path;

/** A file that the command line names. */
final class GivenFile {
  private GivenFile() {}

  /**
   * Its text.
   *
   * @param what in front of its name in the message if it cannot be read
   */
  static String text(String what, Path file) {
    try {
      return InputFiles.text(file);
    } catch (IOException e) {
      throw new UsageException("cannot read " + what + file + ": " + e.getMessage());
    }
  }
}
