package io.tidemark.brokers.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A small process that kills a cluster's nodes when this process ends for any reason. It detects
 * this with a pipe, without polling. The instance must stay reachable, because its collection would
 * close the pipe.
 */
public record Watchdog(Process process) {
  public static Watchdog guarding(Path clusterDirectory, boolean keepData) {
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

  /** The nodes continue after this process. */
  public void disarm() {
    try (OutputStream pipe = process.getOutputStream()) {
      pipe.write("disarm\n".getBytes(StandardCharsets.UTF_8));
      pipe.flush();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly(); // It has ended or does not read; it must not act any more.
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
