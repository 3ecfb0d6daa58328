package io.tidemark.features;

import io.tidemark.cli.CommandRun;
import io.tidemark.cli.MiniBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** {@code bin/benchmark} with all features inside this JVM. */
public final class FeatureRun {
  /** A workload without a name, which takes half a second. */
  public static final String SMALL_LOAD =
      MiniBench.ONE_OF_EACH
          + """
          producerRate: 200
          warmupDuration: 100ms
          testDuration: 400ms
          sampleInterval: 100ms
          """
          + CommandRun.TOLERANT;

  private FeatureRun() {}

  public static CommandRun of(Object... arguments) {
    return CommandRun.of(Features.ALL, arguments);
  }

  /** As {@link CommandRun#in(Path, String, String, String...)}. */
  public static CommandRun in(Path folder, String driver, String workload, String... more)
      throws IOException {
    return CommandRun.in(Features.ALL, folder, driver, workload, more);
  }

  /**
   * Writes a study {@code s} of direct and queued delivery, with its files.
   *
   * @param more keys of the study
   * @return the study file
   */
  public static Path twoWays(Path folder, String more) throws IOException {
    Files.writeString(folder.resolve("d.yaml"), "name: d\n" + CommandRun.IN_MEMORY);
    Files.writeString(folder.resolve("w.yaml"), "name: w\n" + SMALL_LOAD);
    return Files.writeString(
        folder.resolve("s.yaml"),
        """
        name: s
        question: {metrics: [endToEnd.p99], atLeast: 10%}
        environments:
          - {name: direct, driver: d.yaml}
          - {name: queued, driver: d.yaml, set: {delivery: queued}}
        workloads: [w.yaml]
        """
            + more);
  }

  /** Copies a folder with all that is in it. */
  public static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path each : files.toList()) {
        Path target = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(target);
        } else {
          Files.copy(each, target);
        }
      }
    }
  }
}
