package io.tidemark.worker.driver;

import io.tidemark.driver.FailureReason;
import io.tidemark.driver.RefusedException;
import io.tidemark.model.yaml.DriverSecrets;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A failure in one line, for users: what happened and why, without wrappers and passwords. */
public final class FailureLine {
  private static final Pattern LINE_BREAKS = Pattern.compile("\\s*[\\r\\n]+\\s*");

  /** Types whose names add nothing to a message that is a sentence. */
  private static final Set<Class<?>> UNINFORMATIVE =
      Set.of(
          DriverLoadException.class,
          RefusedException.class,
          Exception.class,
          RuntimeException.class,
          IOException.class,
          IllegalArgumentException.class,
          IllegalStateException.class,
          TimeoutException.class);

  private static final int MOST_CAUSES = 10;
  private static final int MOST_CHARACTERS = 2_000;

  private FailureLine() {}

  /** The failure's message, with those of its causes if they add something. */
  public static String of(Throwable failure) {
    Throwable current = reason(failure);
    StringBuilder line = new StringBuilder(describe(current));
    if (quotesTheReason(current)) {
      return finished(line);
    }
    // A refusal has the broker's words; what it was made of says them in the client's terms.
    for (int i = 0;
        i < MOST_CAUSES && current.getCause() != null && !(current instanceof RefusedException);
        i++) {
      current = reason(current.getCause());
      String cause = current.getMessage();
      if (cause == null ? line.length() == 0 : line.indexOf(cause) < 0) {
        line.append(": ").append(describe(current));
      }
    }
    return finished(line);
  }

  private static String finished(CharSequence line) {
    String clean = masked(LINE_BREAKS.matcher(line).replaceAll("; "));
    return clean.length() <= MOST_CHARACTERS ? clean : clean.substring(0, MOST_CHARACTERS) + "...";
  }

  /** Whether the message quotes the innermost cause, whole or without its details. */
  private static boolean quotesTheReason(Throwable failure) {
    Throwable innermost = failure;
    for (int i = 0; i < MOST_CAUSES && innermost.getCause() != null; i++) {
      innermost = innermost.getCause();
    }
    String message = failure.getMessage();
    String reason = innermost.getMessage();
    if (innermost == failure || message == null || reason == null || !isSentence(reason)) {
      return false;
    }
    String end = message.substring(message.lastIndexOf(": ") + 1).strip();
    return message.contains(reason) || (isSentence(end) && reason.startsWith(end));
  }

  /** Secrets of drivers' files and passwords in URIs become {@code ***}. */
  public static String masked(String text) {
    return DriverSecrets.masked(text);
  }

  /** Without the wrappers that futures put around a failure. */
  public static Throwable unwrap(Throwable failure) {
    Throwable current = failure;
    while ((current instanceof CompletionException || current instanceof ExecutionException)
        && current.getCause() != null) {
      current = current.getCause();
    }
    return current;
  }

  /** Also without those that say nothing but what they wrap. */
  private static Throwable reason(Throwable failure) {
    Throwable current = unwrap(failure);
    while (current.getCause() != null
        && current.getCause().toString().equals(current.getMessage())) {
      current = unwrap(current.getCause());
    }
    return current;
  }

  private static String describe(Throwable failure) {
    String message = failure.getMessage();
    if (failure instanceof FileSystemException file && file.getFile() != null) {
      return file.getFile() + ": " + FailureReason.ofFile(file);
    }
    if (failure instanceof NoClassDefFoundError && missingClass(failure) != null) {
      return "class " + missingClass(failure) + " is in none of the driver's jars";
    }
    if (UNINFORMATIVE.contains(failure.getClass()) && message != null && isSentence(message)) {
      return message;
    }
    String type = failure.getClass().getSimpleName();
    return message == null || message.isBlank() ? type : type + ": " + message;
  }

  private static boolean isSentence(String message) {
    return message.strip().chars().anyMatch(Character::isWhitespace);
  }

  /** The missing class of a {@link NoClassDefFoundError}; null for others. */
  static @Nullable String missingClass(Throwable failure) {
    String message = failure.getMessage();
    if (!(failure instanceof NoClassDefFoundError) || message == null || message.contains(" ")) {
      return null;
    }
    return message.replace('/', '.');
  }
}
