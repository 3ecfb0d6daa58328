package io.tidemark.brokers.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command that is run to its end.
 *
 * @param purpose what it is for, used in messages: "format Kafka's storage"
 * @param directory where it runs
 * @param deadline after which it is killed
 */
public record ShellCommand(String purpose, Path directory, Duration deadline) {
  private static final int QUOTED_LINES = 5;

  /**
   * Runs it and returns what it printed; any failure is an exception with the last lines it
   * printed.
   */
  public String run(List<String> command) {
    try {
      Path output = Files.createTempFile(directory, "command", ".out");
      try {
        return run(command, output);
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new LocalBrokerException("cannot " + purpose + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalBrokerException("interrupted while trying to " + purpose, e);
    }
  }

  private String run(List<String> command, Path output) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      boolean ended = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
      String printed = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
      if (!ended) {
        throw new LocalBrokerException(
            "cannot %s: not done after %s s%s"
                .formatted(purpose, deadline.toSeconds(), lastOf(printed)));
      }
      if (process.exitValue() != 0) {
        throw new LocalBrokerException(
            "cannot %s: %s ended with %s%s"
                .formatted(purpose, command.get(0), process.exitValue(), lastOf(printed)));
      }
      return printed;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static String lastOf(String printed) {
    List<String> lines = printed.lines().toList();
    return lines.isEmpty()
        ? ""
        : ": "
            + String.join(
                " | ", lines.subList(Math.max(0, lines.size() - QUOTED_LINES), lines.size()));
  }
}
