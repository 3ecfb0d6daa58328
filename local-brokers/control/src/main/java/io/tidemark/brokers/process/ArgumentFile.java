package io.tidemark.brokers.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Arguments for the {@code java} command in a file ({@code java @file}), readable only by this
 * user, because command lines are public. Closing it deletes the file.
 */
public record ArgumentFile(Path path) implements AutoCloseable {
  /** Writes one into the folder. */
  public static ArgumentFile in(Path folder, List<String> arguments) throws IOException {
    Path file =
        Files.createTempFile(
            folder,
            "java",
            ".arguments",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text(arguments));
    return new ArgumentFile(file);
  }

  /** What such a file contains. */
  public static String text(List<String> arguments) {
    return arguments.stream().map(ArgumentFile::quoted).collect(Collectors.joining("\n"));
  }

  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }
}
