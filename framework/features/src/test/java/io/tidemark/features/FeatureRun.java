package io.tidemark.features;

import io.tidemark.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Path;

/** {@code bin/benchmark} with all features inside this JVM. */
public final class FeatureRun {
  private FeatureRun() {}

  public static CommandRun of(Object... arguments) {
    return CommandRun.of(Features.ALL, arguments);
  }

  /** As {@link CommandRun#in(Path, String, String, String...)}. */
  public static CommandRun in(Path folder, String driver, String workload, String... more)
      throws IOException {
    return CommandRun.in(Features.ALL, folder, driver, workload, more);
  }
}
