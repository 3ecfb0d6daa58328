package io.tidemark.report.file;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import io.tidemark.model.result.Text;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Results could not be written or read; the message is one line with the path and the reason. */
public final class ResultsException extends IOException {
  private static final long serialVersionUID = 1;

  private final transient Path path;
  private final boolean ofMachine;

  public ResultsException(Path path, String message) {
    super(message);
    this.path = path;
    ofMachine = false;
  }

  private ResultsException(Path path, String message, IOException cause, boolean ofMachine) {
    super(message, cause);
    this.path = path;
    this.ofMachine = ofMachine;
  }

  /** A file or folder could not be written. */
  public static ResultsException writing(Path path, IOException cause) {
    return cause instanceof ResultsException results
        ? results
        : new ResultsException(
            path,
            "cannot write results to " + path + ": " + reason(cause),
            cause,
            !isOfPath(cause));
  }

  public static ResultsException reading(Path path, IOException cause) {
    return cause instanceof ResultsException results
        ? results
        : new ResultsException(
            path, "cannot read results from " + path + ": " + reason(cause), cause, false);
  }

  /** A file that a newer version wrote. */
  public static ResultsException newer(Path file, int version, int known) {
    return new ResultsException(
        file,
        String.format(
            Locale.ROOT,
            "%s: written in schema version %d; this Tidemark reads up to %d",
            file,
            version,
            known));
  }

  /** Inconsistent results: a bug of Tidemark. */
  public static ResultsException contradiction(Path directory, List<String> problems) {
    return new ResultsException(
        directory,
        "internal error: "
            + Text.listed(problems, 1)
            + "; files with rates were not written, the others are in "
            + directory);
  }

  /**
   * Whether a file could not be written although its path is right, for example to a full disk: no
   * fault of the command or of what it reads.
   */
  public boolean isOfMachine() {
    return ofMachine;
  }

  /** What could not be written or read. */
  public Path path() {
    return path;
  }

  private static boolean isOfPath(IOException cause) {
    return cause instanceof AccessDeniedException
        || cause instanceof FileAlreadyExistsException
        || cause instanceof NoSuchFileException
        || cause instanceof FileNotFoundException;
  }

  private static String place(JsonProcessingException problem) {
    JsonLocation at = problem.getLocation();
    return at == null
        ? ""
        : String.format(Locale.ROOT, " (line %d, column %d)", at.getLineNr(), at.getColumnNr());
  }

  /** File system exceptions have only the path as their message. */
  public static String reason(IOException cause) {
    if (cause instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (cause instanceof FileAlreadyExistsException) {
      return "a file with that name exists";
    }
    if (cause instanceof NoSuchFileException || cause instanceof FileNotFoundException) {
      return "no such file or directory";
    }
    if (cause instanceof FileSystemException file && file.getReason() != null) {
      return file.getReason();
    }
    if (cause instanceof StreamReadException) {
      return "not JSON, or not complete" + place((JsonProcessingException) cause);
    }
    if (cause instanceof StreamConstraintsException) {
      return "nested too deeply, or a value is too long" + place((JsonProcessingException) cause);
    }
    if (cause instanceof CharacterCodingException) {
      return "it is not UTF-8 text";
    }
    String message = cause.getMessage();
    return message == null
        ? cause.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }
}
