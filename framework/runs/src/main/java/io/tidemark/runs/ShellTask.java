package io.tidemark.runs;

import io.tidemark.base.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A shell command in a separate session, so that Ctrl-C in the terminal does not reach it. If it is
 * not done in time, or the thread is interrupted, all its processes are ended.
 *
 * @param log gets what it prints
 * @param environment variables, in addition to those of this process
 */
public record ShellTask(
    String command, Path log, Duration timeout, Map<String, String> environment) {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final int QUOTED_LINES = 5;
  private static final int QUOTED_BYTES = 4_096;

  public ShellTask {
    environment = Map.copyOf(environment);
  }

  public ShellTask(String command, Path log, Duration timeout) {
    this(command, log, timeout, Map.of());
  }

  /** A command that did not succeed; the message is for the user. */
  public static final class FailedException extends IOException {
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
  public void run() throws IOException {
    new Started(command, Redirect.from(Path.of("/dev/null").toFile())).await();
  }

  /**
   * Starts a shell that runs the command when {@link Held#release} is called, or as soon as this
   * process has ended for any reason.
   */
  public Held hold() throws IOException {
    return new Held(new Started("read -r go\n" + command, Redirect.PIPE));
  }

  /** A command that waits. */
  public static final class Held {
    private final Started started;

    private Held(Started started) {
      this.started = started;
    }

    /** As {@link ShellTask#run}. */
    public void release() throws IOException {
      started.process.getOutputStream().close(); // What it reads ends.
      started.await();
    }
  }

  private final class Started {
    private final Process process;
    private final long from;

    Started(String script, Redirect input) throws IOException {
      Files.writeString(
          log, "$ " + command + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      from = Files.size(log);
      ProcessBuilder builder =
          new ProcessBuilder("setsid", "/bin/sh", "-c", script)
              .redirectInput(input)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(log.toFile()));
      builder.environment().putAll(environment);
      process = builder.start();
    }

    void await() throws IOException {
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
