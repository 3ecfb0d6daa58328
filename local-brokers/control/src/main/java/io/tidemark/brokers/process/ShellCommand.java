package io.tidemark.brokers.process;

import io.tidemark.base.Command;
import io.tidemark.base.CommandResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A command that is run to its end.
 *
 * @param purpose what it is for, used in messages: "format Kafka's storage"
 * @param directory where it runs
 * @param deadline after which it is ended
 */
public record ShellCommand(String purpose, Path directory, Duration deadline) {

  /**
   * Runs it and returns what it printed; any failure is an exception with the last lines it
   * printed.
   */
  public String run(List<String> command) {
    try {
      CommandResult result = Command.line(command).in(directory).run(deadline);
      if (!result.inTime()) {
        throw failure("not done after " + deadline.toSeconds() + " s" + result.quoted());
      }
      return result.require(command.get(0));
    } catch (IOException e) {
      throw new LocalBrokerException("cannot " + purpose + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LocalBrokerException("interrupted while trying to " + purpose, e);
    }
  }

  private LocalBrokerException failure(String reason) {
    return new LocalBrokerException("cannot " + purpose + ": " + reason);
  }
}
