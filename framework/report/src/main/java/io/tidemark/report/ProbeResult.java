package io.tidemark.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code bin/benchmark probe} measured, as its file has it; docs/how-to/probe.md explains
 * every field.
 *
 * @param startedAt in UTC
 * @param machine facts of the machine on which the command ran
 * @param disk absent if no folder was given
 */
public record ProbeResult(
    int schemaVersion,
    String startedAt,
    Map<String, String> machine,
    Cpu cpu,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Disk disk,
    List<RoundTrips> roundTrips) {
  public static final int SCHEMA_VERSION = 1;

  /** A fixed loop of integer arithmetic. */
  public record Cpu(int threads, double oneThreadLoopsPerSecond, double allThreadsLoopsPerSecond) {}

  /**
   * The volume of a folder.
   *
   * @param tool that measured, with its version
   * @param brokerVolume whether the user said that a broker keeps its data there
   * @param sequentialWriteBytesPerSecond of 1 MiB blocks, with one fsync at the end
   * @param fsync of 4 KiB each
   */
  public record Disk(
      String folder,
      String tool,
      boolean brokerVolume,
      double sequentialWriteBytesPerSecond,
      Latency fsync,
      List<SyncedWrites> writes128KiB) {}

  /** Blocks of 128 KiB, each on the disk before the next of its thread. */
  public record SyncedWrites(int threads, double bytesPerSecond) {}

  /** How long something took. */
  public record Latency(
      long count, double p50Micros, double p90Micros, double p99Micros, double maxMicros) {
    /** Of at least one measurement. */
    public static Latency ofNanos(long[] nanos) {
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      return new Latency(
          sorted.length,
          micros(sorted, 0.5),
          micros(sorted, 0.9),
          micros(sorted, 0.99),
          micros(sorted, 1));
    }

    private static double micros(long[] sorted, double share) {
      return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)] / 1e3;
    }
  }

  /**
   * @param kind {@code request} to a worker, or {@code connect}: one TCP handshake
   */
  public record RoundTrips(String to, String kind, Latency latency) {}

  public ProbeResult {
    machine = Map.copyOf(machine);
    roundTrips = List.copyOf(roundTrips);
  }

  /** As JSON. */
  public String json() {
    try {
      return ReportFormats.PRETTY.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("values that are not JSON", e);
    }
  }

  /**
   * Limits that a file of this form contains: those of a broker's disk.
   *
   * @throws IOException if it cannot be read; the message is for the user and does not repeat the
   *     file's name
   */
  public static List<ReferenceLine> limits(Path file) throws IOException {
    try {
      ProbeResult result =
          ReportFormats.JSON.readerFor(ProbeResult.class).readValue(Files.readAllBytes(file));
      Objects.requireNonNull(result.cpu, "cpu"); // Another JSON file.
      return result.limits();
    } catch (JsonProcessingException | NullPointerException e) {
      throw new IOException("it is not a file of bin/benchmark probe", e);
    }
  }

  /** A disk limits a broker only if the broker uses it. */
  List<ReferenceLine> limits() {
    if (disk == null || !disk.brokerVolume) {
      return List.of();
    }
    double value = disk.sequentialWriteBytesPerSecond;
    String source = "bin/benchmark probe, " + disk.tool;
    return Stream.of(ReferenceLine.PUBLISH_THROUGHPUT, "nodeDiskWriteBytesPerSecond")
        .map(
            metric ->
                new ReferenceLine(
                    metric,
                    value,
                    "disk of one broker, sequential",
                    "",
                    source,
                    Optional.empty(),
                    Optional.empty()))
        .toList();
  }
}
