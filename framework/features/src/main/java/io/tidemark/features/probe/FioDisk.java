package io.tidemark.features.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.base.Command;
import io.tidemark.base.Command.Errors;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.runs.ProbeResult.Latency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes with the program fio, in a folder that is removed with its files. */
record FioDisk(String name, Path folder) implements DiskTool {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration ASK = Duration.ofSeconds(5);

  /** Empty if it is not installed. */
  static Optional<FioDisk> in(Path folder) throws InterruptedException {
    try {
      String version = run(List.of("fio", "--version"), ASK).strip();
      return version.startsWith("fio-")
          ? Optional.of(new FioDisk(version, folder))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public double sequentialBytesPerSecond(Duration time, long mostBytes)
      throws IOException, InterruptedException {
    return job(SEQUENTIAL_BLOCK_BYTES, time, mostBytes, "--end_fsync=1")
        .path("write")
        .path("bw_bytes")
        .asDouble();
  }

  @Override
  public Latency fsync(Duration time, long mostBytes) throws IOException, InterruptedException {
    JsonNode sync =
        job(FSYNC_BLOCK_BYTES, time, mostBytes, "--fdatasync=1", "--time_based").path("sync");
    JsonNode nanos = sync.path("lat_ns");
    JsonNode percentiles = nanos.path("percentile");
    return new Latency(
        nanos.path("N").asLong(),
        percentiles.path("50.000000").asDouble() / 1e3,
        percentiles.path("90.000000").asDouble() / 1e3,
        percentiles.path("99.000000").asDouble() / 1e3,
        nanos.path("max").asDouble() / 1e3);
  }

  @Override
  public double syncedBytesPerSecond(int threads, Duration time, long mostBytes)
      throws IOException, InterruptedException {
    return job(
            SYNCED_BLOCK_BYTES,
            time,
            mostBytes,
            "--fdatasync=1",
            "--time_based",
            "--group_reporting",
            "--thread",
            "--numjobs=" + threads)
        .path("write")
        .path("bw_bytes")
        .asDouble();
  }

  private JsonNode job(int blockBytes, Duration time, long mostBytes, String... more)
      throws IOException, InterruptedException {
    Path files = Files.createTempDirectory(folder, "tidemark-probe-");
    Thread removal = new Thread(() -> remove(files), "tidemark-probe-removal");
    Runtime.getRuntime().addShutdownHook(removal);
    try {
      List<String> command =
          new ArrayList<>(
              List.of(
                  "fio",
                  "--name=tidemark",
                  "--directory=" + files,
                  "--rw=write",
                  "--ioengine=psync",
                  "--bs=" + blockBytes,
                  "--size=" + mostBytes,
                  "--runtime=" + time.toMillis() + "ms",
                  "--output-format=json"));
      command.addAll(List.of(more));
      return JSON.readTree(run(command, time.plusSeconds(30))).path("jobs").path(0);
    } finally {
      remove(files);
      Runtime.getRuntime().removeShutdownHook(removal);
    }
  }

  private static void remove(Path files) {
    try {
      ResultFiles.delete(files);
    } catch (IOException e) {
      // It was removed already.
    }
  }

  private static String run(List<String> command, Duration deadline)
      throws IOException, InterruptedException {
    return Command.line(command)
        .with(Errors.DISCARDED)
        .run(deadline)
        .require(String.join(" ", command));
  }
}
