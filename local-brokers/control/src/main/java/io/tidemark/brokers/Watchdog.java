package io.tidemark.brokers;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A small process that kills a cluster's nodes as soon as this process ends, whatever ends it. It
 * notices by a pipe, so there is nothing to poll. The instance must stay reachable: were it
 * collected, the pipe would close.
 */
final class Watchdog {
  private final Process process;

  private Watchdog(Process process) {
    this.process = process;
  }

  static Watchdog guarding(Path clusterDirectory, boolean keepData) {
    try {
      String text = Template.fill("watchdog.sh", Map.of());
      String after = keepData ? "keep" : "remove";
      Process process =
          new ProcessBuilder(
                  "setsid",
                  "sh",
                  "-c",
                  text,
                  "tidemark-watchdog",
                  clusterDirectory.toString(),
                  after)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return new Watchdog(process);
    } catch (IOException e) {
      throw new LocalBrokerException(
          "cannot start the watchdog of local brokers (needs setsid and sh): " + e.getMessage(), e);
    }
  }

  /** From now on the nodes outlive this process. */
  void disarm() {
    try (OutputStream pipe = process.getOutputStream()) {
      pipe.write("disarm\n".getBytes(StandardCharsets.UTF_8));
      pipe.flush();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process
          .destroyForcibly(); // It is gone or does not listen; either way it must not act any more.
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
