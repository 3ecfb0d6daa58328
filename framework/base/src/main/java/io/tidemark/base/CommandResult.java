package io.tidemark.base;

import io.tidemark.driver.settings.Quantities;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * What a command printed, and how it ended.
 *
 * @param limit the time it had
 * @param exitCode empty if it was not done in time and was ended
 * @param output its last characters
 * @param errors its last characters, if kept apart
 * @param complete whether nothing was left out of the output
 */
public record CommandResult(
    Duration limit, OptionalInt exitCode, String output, String errors, boolean complete) {
  private static final int QUOTED_LINES = 5;

  public boolean inTime() {
    return exitCode.isPresent();
  }

  public boolean succeeded() {
    return exitCode.equals(OptionalInt.of(0));
  }

  /**
   * The whole output of a command that must have succeeded.
   *
   * @param what for the message: "git", "format Kafka's storage"
   * @throws IOException if it failed, was not done in time or printed too much; with the last lines
   *     that it printed
   */
  public String require(String what) throws IOException {
    if (!succeeded()) {
      throw new IOException(what + " " + failure() + quoted());
    }
    if (!complete) {
      throw new IOException(
          String.format(
              Locale.ROOT, "%s printed more than %d characters", what, OutputReader.MOST_CHARS));
    }
    return output;
  }

  /** In a few words: "was not done after 30 s", "ended with 1". */
  public String failure() {
    return inTime()
        ? "ended with " + exitCode.getAsInt()
        : "was not done after " + Quantities.spaced(limit);
  }

  /** The last lines that it printed, after a colon; empty if it printed nothing. */
  public String quoted() {
    String printed = errors.isBlank() ? output : errors;
    List<String> lines = printed.strip().lines().toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - QUOTED_LINES), lines.size());
    return last.isEmpty() ? "" : ": " + String.join(" | ", last);
  }
}
