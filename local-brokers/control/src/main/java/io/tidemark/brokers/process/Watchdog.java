package io.tidemark.brokers.process;

import io.tidemark.base.Command;
import io.tidemark.base.RunningCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A small process that kills a cluster's nodes when this process ends for any reason. It detects
 * this with a pipe, without polling. The instance must stay reachable, because its collection would
 * close the pipe.
 */
public record Watchdog(RunningCommand process) {
  private static final Path NOWHERE = Path.of("/dev/null");
  private static final Duration DISARMED = Duration.ofSeconds(10);

  public static Watchdog guarding(Path clusterDirectory, boolean keepData) {
    try {
      String text = Template.fill("watchdog.sh", Map.of());
      String after = keepData ? "keep" : "remove";
      RunningCommand process =
          Command.line("sh", "-c", text, "tidemark-watchdog", clusterDirectory.toString(), after)
              .inSession()
              .appendingTo(NOWHERE)
              .start();
      return new Watchdog(process);
    } catch (IOException e) {
      throw new LocalBrokerException(
          "cannot start the watchdog of local brokers (needs setsid and sh): " + e.getMessage(), e);
    }
  }

  /** The nodes continue after this process. */
  public void disarm() {
    try {
      process.answer("disarm\n");
      process.await(DISARMED);
    } catch (IOException e) {
      process.kill(); // It has ended or does not read; it must not act any more.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
