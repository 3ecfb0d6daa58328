package io.tidemark.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.bookkeeper.stats.StatsLogger;

/** A driver without a broker: its sends never complete. */
public final class SilentDriver extends FakeDriver {
  /** Called by each send. */
  public static volatile Runnable whenSending = () -> {};

  @Override
  CompletableFuture<Void> send(Optional<String> key, byte[] payload) {
    whenSending.run();
    return new CompletableFuture<>();
  }

  @Override
  public void initialize(File configurationFile, StatsLogger statsLogger) throws IOException {
    if (Files.readString(configurationFile.toPath()).contains("away")) {
      throw new IOException("no broker at 127.0.0.1:1");
    }
  }
}
