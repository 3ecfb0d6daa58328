package io.tidemark.runs;

import io.tidemark.base.Command;
import io.tidemark.base.CommandResult;
import io.tidemark.base.RunningCommand;
import io.tidemark.model.yaml.DriverSecrets;
import io.tidemark.model.yaml.SecretMask;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A shell command in a separate session, so that Ctrl-C in the terminal does not reach it. If it is
 * not done in time, or the thread is interrupted, all its processes are ended.
 *
 * @param log gets the beginning and the end of what it prints, without secrets
 * @param environment variables, in addition to those of this process
 */
public record ShellTask(
    String command, Path log, Duration timeout, Map<String, String> environment) {
  private static final int QUOTED_LINES = 5;
  private static final int QUOTED_BYTES = 4_096;
  private static final int LOG_KILOBYTES = 256;

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
    new Started(command).release();
  }

  /**
   * Starts a shell that runs the command when {@link Held#release} is called, or as soon as this
   * process has ended for any reason.
   */
  public Held hold() throws IOException {
    return new Held(new Started("read -r go\n" + command));
  }

  /** A command that waits. */
  public static final class Held {
    private final Started started;

    private Held(Started started) {
      this.started = started;
    }

    /** Lets the command continue and waits for its end, as {@link ShellTask#run} does. */
    public void release() throws IOException {
      started.release();
    }
  }

  private final class Started {
    private final RunningCommand running;
    private final long from;

    Started(String script) throws IOException {
      Files.writeString(
          log, "$ " + masked(command) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      from = Files.size(log);
      running =
          Command.line("/bin/sh", "-c", script)
              .inSession()
              .appendingTo(log, LOG_KILOBYTES)
              .with(environment)
              .start();
    }

    /** Ends its input and waits for its end. */
    void release() throws IOException {
      running.closeInput();
      try {
        CommandResult result = running.await(timeout);
        boolean shortened = Files.size(log) > 1_024 * LOG_KILOBYTES;
        maskLog();
        if (!result.succeeded()) {
          throw new FailedException(
              masked("'%s' %s%s".formatted(command, result.failure(), last(from, shortened))));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new FailedException(masked("'" + command + "' was interrupted"));
      }
    }
  }

  private static String masked(String text) {
    return SecretMask.maskLooks(DriverSecrets.masked(text));
  }

  /** In place: a process that the command has left may go on to append. */
  private void maskLog() throws IOException {
    Path masked = Files.createTempFile("tidemark-", ".log");
    try {
      MaskedCopy.of(log, masked);
      if (Files.mismatch(log, masked) >= 0) {
        Files.write(log, Files.readAllBytes(masked));
      }
    } finally {
      Files.delete(masked);
    }
  }

  private String last(long from, boolean shortened) throws IOException {
    String printed;
    try (InputStream in = Files.newInputStream(log)) {
      long size = Files.size(log);
      in.skipNBytes(Math.min(size, Math.max(from, size - QUOTED_BYTES)));
      printed = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> lines = printed.lines().toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - QUOTED_LINES), lines.size());
    return (last.isEmpty() ? "" : ": " + String.join(" | ", last))
        + (shortened ? " (its beginning and end: " : " (all of it: ")
        + log
        + ")";
  }
}
