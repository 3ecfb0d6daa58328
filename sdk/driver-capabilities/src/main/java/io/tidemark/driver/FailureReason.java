package io.tidemark.driver;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The message of the innermost cause. */
public final class FailureReason {
  private FailureReason() {}

  /** The clients wrap what the broker said; the innermost message says it best. */
  public static String of(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null && innermost.getCause() != innermost) {
      innermost = innermost.getCause();
    }
    if (innermost instanceof FileSystemException file && file.getFile() != null) {
      return file.getFile() + ": " + ofFile(file);
    }
    String message = innermost.getMessage();
    return message == null ? innermost.getClass().getSimpleName() : message;
  }

  /**
   * Why a file could not be used, without its name: the message of an exception of the file system
   * often is only that name.
   */
  public static String ofFile(IOException failure) {
    if (failure instanceof FileSystemException file) {
      return temporaryFolder(file).orElseGet(() -> ofFileSystem(file));
    }
    if (failure instanceof CharacterCodingException) {
      return "it is not UTF-8 text"; // Its message is "Input length = 1".
    }
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  private static String ofFileSystem(FileSystemException failure) {
    if (failure.getReason() != null) {
      return failure.getReason();
    }
    if (failure instanceof NoSuchFileException) {
      return "no such file or folder";
    }
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    return failure instanceof FileAlreadyExistsException
        ? "a file with that name exists"
        : failure.getClass().getSimpleName();
  }

  private static Optional<String> temporaryFolder(FileSystemException failure) {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    boolean inIt = failure.getFile() != null && Path.of(failure.getFile()).startsWith(folder);
    return inIt && !Files.isWritable(folder)
        ? Optional.of(
            "the temporary folder "
                + folder
                + " does not exist or cannot be written; JVM_OPTS=-Djava.io.tmpdir=FOLDER names"
                + " another")
        : Optional.empty();
  }
}
