package io.tidemark.runs;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFileReader;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ReadOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Files of a run in a folder: {@code w.yaml} and {@code d.yaml}. */
public record RunFiles(Path folder) {
  /** A workload of a minute. */
  public static final String SMALL =
      """
      topics: 1
      producersPerTopic: 1
      messageSize: 100
      producerRate: 1
      testDuration: 1m
      """;

  public Workload workload(String yaml) {
    return WorkloadReader.read(write("w.yaml", yaml), options());
  }

  /**
   * @param keys of which the driver knows nothing
   */
  public DriverFile driver(String keys) {
    return driver("a.Driver", keys);
  }

  public DriverFile driver(String driverClass, String keys) {
    return DriverFileReader.read(
        write("d.yaml", "name: d\ndriverClass: " + driverClass + "\n" + keys),
        options(),
        DriverFileReader.Settings.UNKNOWN);
  }

  private ReadOptions options() {
    return new ReadOptions(false, Map.of(), folder);
  }

  private Path write(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
