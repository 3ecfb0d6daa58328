package io.tidemark.model.yaml;

import java.util.Locale;

/**
 * Something wrong, or worth knowing, in a configuration file.
 *
 * @param severity what it does
 * @param mark where
 * @param path the key's path, empty for the file as a whole
 * @param message what is wrong, what was found, what is allowed; no secret in it
 */
public record Problem(Severity severity, SourceLocation mark, String path, String message) {
  public Problem {
    message = SecretMask.maskAddresses(message);
  }

  /** Characters of a line of the file. */
  private static final int SHOWN = 160;

  private static final String CUT = "...";

  /** What a problem does. */
  public enum Severity {
    /** Nothing starts. */
    ERROR,
    /** Probably not what was meant; goes on. */
    WARNING,
    /** Goes on, in a way the user may want to know. */
    NOTICE
  }

  /** {@code file:line:column: key.path: message}. */
  public String oneLine() {
    return Printable.message(mark + ": " + (path.isEmpty() ? "" : path + ": ") + message);
  }

  /** The line of {@link #oneLine}, then the line of the file with a caret under the place. */
  public String rendered() {
    String line = SecretMask.maskLooks(mark.source().line(mark.line()));
    if (mark.line() == 0 || line.isBlank()) {
      return oneLine();
    }
    int column = Math.min(line.length(), mark.column() - 1);
    int from = column > SHOWN / 2 ? column - SHOWN / 2 : 0;
    int to = Math.min(line.length(), from + SHOWN);
    String before = (from > 0 ? CUT : "") + Printable.escaped(line.substring(from, column));
    String after = Printable.escaped(line.substring(column, to)) + (to < line.length() ? CUT : "");
    String number = String.format(Locale.ROOT, "%5d | ", mark.line());
    String blank = before.replaceAll("[^\\t]", " ");
    return "%s\n%s%s%s\n%s%s^"
        .formatted(oneLine(), number, before, after, " ".repeat(number.length()), blank);
  }
}
