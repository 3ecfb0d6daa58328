package io.tidemark.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Short workloads. Their thresholds are wide: a machine that runs tests is a busy one. */
public final class WorkloadFiles {
  public static final String WIDE_THRESHOLDS =
      """
      thresholds: {achievedRate: 1, scheduleDelayP99: 10m, gcPauseShare: 100, gcPauseMax: 10m,
                   cpuSteal: 100, cpuThrottled: 100, tickerLag: 10m}
      """;

  /** A whole run in a few seconds. */
  static final String SHORT =
      """
      producerRate: 500
      warmupDuration: 1s
      testDuration: 2s
      """
          + WIDE_THRESHOLDS;

  /** Stamps beside other headers. */
  static final String IN_HEADERS =
      """
      envelope: {position: header}
      headers: [{name: trace, size: 32B}, {name: order, value: "#{n}"}, {count: 3, size: 100B}]
      """;

  private static final String USUAL =
      """
      topics: 1
      partitionsPerTopic: 3
      messageSize: 200
      subscriptionsPerTopic: 1
      producersPerTopic: 1
      consumerPerSubscription: 1
      """;

  private WorkloadFiles() {}

  /** What is given, and for other keys one topic, one producer and one consumer. */
  public static Path write(Path folder, String name, String given) throws IOException {
    StringBuilder yaml = new StringBuilder("name: " + name + "\n");
    USUAL
        .lines()
        .filter(line -> !("\n" + given).contains("\n" + line.replaceFirst(" .*", " ")))
        .forEach(line -> yaml.append(line).append('\n'));
    return Files.writeString(folder.resolve(name + ".yaml"), yaml + given);
  }

  /** A file of {@code workloads/} as it is, but for its thresholds, which become the wide ones. */
  public static Path shipped(Path folder, String name) throws IOException {
    Path file = Path.of("workloads", name + ".yaml");
    String yaml = Files.readString(TidemarkProcess.ROOT.resolve(file));
    String rest = yaml.replaceFirst("(?m)^thresholds:(\\n +.*)*\\n", "");
    return Files.writeString(folder.resolve(file.getFileName()), rest + WIDE_THRESHOLDS);
  }

  /** The driver in memory with deliveries that wait, called {@code queued}. */
  public static Path queuedDriver(Path folder) throws IOException {
    Path direct = TidemarkProcess.ROOT.resolve("driver-inmemory/inmemory.yaml");
    return Files.writeString(
        folder.resolve("queued.yaml"),
        Files.readString(direct)
            .replace("delivery: direct", "delivery: queued")
            .replace("name: inmemory", "name: queued"));
  }

  /** A whole run in a few seconds. */
  public static Path shortRun(Path folder, String name) throws IOException {
    return write(folder, name, SHORT);
  }
}
