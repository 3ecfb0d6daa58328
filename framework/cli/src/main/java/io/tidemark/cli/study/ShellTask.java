package io.tidemark.cli.study;

import io.tidemark.measure.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A shell command in a separate session, so that Ctrl-C in the terminal does not reach it. If it is
 * not done in time, or the thread is interrupted, all its processes are ended.
 *
 * @param log gets what it prints
 */
record ShellTask(String command, Path log, Duration timeout) {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final int QUOTED_LINES = 5;
  private static final int QUOTED_BYTES = 4_096;

  /** A command that did not succeed; the message is for the user. */
  static final class FailedException extends IOException {
    private static final long serialVersionUID = 1L;

    FailedException(String message) {
      super(message);
    }
  }

  /**
   * Returns when it is done.
   *
   * @throws FailedException if it fails, is not done in time, or the thread is interrupted
   */
  void run() throws IOException {
    Files.writeString(
        log, "$ " + command + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    long from = Files.size(log);
    Process process =
        new ProcessBuilder("setsid", "/bin/sh", "-c", command)
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()))
            .start();
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        end(process);
        throw new FailedException(
            "'%s' was not done after %s%s".formatted(command, Deadline.in(timeout), last(from)));
      }
    } catch (InterruptedException e) {
      end(process);
      Thread.currentThread().interrupt();
      throw new FailedException("'" + command + "' was interrupted");
    }
    if (process.exitValue() != 0) {
      throw new FailedException(
          "'%s' ended with %d%s".formatted(command, process.exitValue(), last(from)));
    }
  }

  /** The whole session: the shell is the leader of its process group. */
  private static void end(Process process) {
    try {
      signal("TERM", process);
      if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
      signal("KILL", process);
    } catch (IOException | InterruptedException e) { // Interrupted again: as fast as possible.
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static void signal(String name, Process process)
      throws IOException, InterruptedException {
    new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " -- -" + process.pid())
        .redirectErrorStream(true)
        .redirectOutput(Redirect.DISCARD)
        .start()
        .waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private String last(long from) throws IOException {
    String printed;
    try (InputStream in = Files.newInputStream(log)) {
      in.skipNBytes(Math.max(from, Files.size(log) - QUOTED_BYTES));
      printed = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> lines = printed.lines().toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - QUOTED_LINES), lines.size());
    return (last.isEmpty() ? "" : ": " + String.join(" | ", last)) + " (all of it: " + log + ")";
  }
}
