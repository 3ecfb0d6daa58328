package io.tidemark.model.yaml;

import io.tidemark.driver.FailureReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads files that a user names. Type and size are checked first, because reading a device or a
 * pipe may block. The message of each exception is for the user and does not repeat the file's
 * name.
 */
public final class InputFiles {
  /** The largest file of text: configuration, arguments, tokens, keys. */
  public static final int MAX_TEXT_BYTES = 1 << 20;

  private InputFiles() {}

  /** A file of UTF-8 text of at most {@link #MAX_TEXT_BYTES}. */
  public static String text(Path file) throws IOException {
    return text(bytes(file, MAX_TEXT_BYTES));
  }

  /** The UTF-8 text of a file. */
  public static String text(byte[] bytes) throws IOException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IOException("it is not UTF-8 text", e);
    }
  }

  /** A file with its name; empty when it cannot be read, which is then among the problems. */
  public static Optional<SourceFile> source(Path file, Problems problems) {
    try {
      return Optional.of(new SourceFile(file.toString(), text(file)));
    } catch (IOException e) {
      SourceLocation mark = new SourceLocation(new SourceFile(file.toString(), ""), 0, 0);
      problems.error(mark, "", "cannot read the file: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** A pipe or device may never end. */
  public static void requireRegular(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new FileSystemException(
          file.toString(),
          null,
          Files.isDirectory(file)
              ? "it is a folder"
              : "not a regular file; pipes and devices are not allowed");
    }
  }

  /** A regular file of limited length. */
  public static byte[] bytes(Path file, int maxBytes) throws IOException {
    if (Files.notExists(file)) {
      throw new IOException(
          "it does not exist (looked in " + file.toAbsolutePath().normalize().getParent() + ")");
    }
    if (!Files.isRegularFile(file)) {
      throw new IOException(
          Files.isDirectory(file)
              ? "it is a folder"
              : "not a regular file; devices, pipes and sockets are not allowed");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(Math.addExact(maxBytes, 1));
      if (bytes.length > maxBytes) {
        throw new IOException("it is too large; allowed are " + maxBytes + " bytes");
      }
      return bytes;
    } catch (FileSystemException e) {
      throw new IOException(FailureReason.ofFile(e), e);
    }
  }
}
