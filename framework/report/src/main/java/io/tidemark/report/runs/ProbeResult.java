package io.tidemark.report.runs;

import static io.tidemark.report.runs.ReferenceLine.ReferenceUnit.CONSUME_THROUGHPUT;
import static io.tidemark.report.runs.ReferenceLine.ReferenceUnit.PUBLISH_THROUGHPUT;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.tidemark.model.result.Text;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.report.file.ReportFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code bin/benchmark probe} measured, as its file has it; docs/how-to/kubernetes.md explains
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
    List<RoundTrips> roundTrips,
    List<Throughput> throughput) {
  /** 2 added {@code throughput}. */
  public static final int SCHEMA_VERSION = 2;

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
    /** The latencies of at least one measurement. */
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

  /**
   * Bytes over the network in one direction.
   *
   * @param from {@code here} or a worker's address; so is {@code to}
   * @param streams connections at a time; 0 if nothing was measured
   * @param bytesPerSecond sum of all streams, as the receiver counted; absent if it could not be
   *     measured
   * @param sameMachine whether both ends run on one machine: then it is no figure of a network
   * @param problem why it could not be measured; otherwise absent
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Throughput(
      String from,
      String to,
      int streams,
      @Nullable Double bytesPerSecond,
      boolean sameMachine,
      @Nullable String problem) {
    public static Throughput measured(
        String from, String to, int streams, double bytesPerSecond, boolean sameMachine) {
      return new Throughput(from, to, streams, bytesPerSecond, sameMachine, null);
    }

    public static Throughput unmeasured(String from, String to, String problem) {
      return new Throughput(from, to, 0, null, false, problem);
    }

    /** {@code A -> B}. */
    public String direction() {
      return from + " -> " + to;
    }
  }

  public ProbeResult {
    machine = Map.copyOf(machine);
    roundTrips = List.copyOf(roundTrips);
    throughput = throughput == null ? List.of() : List.copyOf(throughput); // Absent in version 1.
  }

  /** The content of the file. */
  public String json() {
    try {
      return ReportFormats.PRETTY.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("values that are not JSON", e);
    }
  }

  /**
   * Limits that a file of this form contains: those of a broker's disk and of the network.
   *
   * @throws IOException if it cannot be read; the message is for the user and does not repeat the
   *     file's name
   */
  public static List<ReferenceLine> limits(Path file) throws IOException {
    InputFiles.requireRegular(file);
    try {
      ProbeResult result =
          ReportFormats.JSON.readerFor(ProbeResult.class).readValue(Files.readAllBytes(file));
      Objects.requireNonNull(result.cpu, "cpu"); // Another JSON file.
      return result.limits();
    } catch (JsonProcessingException | NullPointerException e) {
      throw new IOException("it is not a file of bin/benchmark probe", e);
    }
  }

  List<ReferenceLine> limits() {
    List<ReferenceLine> limits = new ArrayList<>();
    if (disk != null && disk.brokerVolume) { // A disk limits a broker only if the broker uses it.
      double value = disk.sequentialWriteBytesPerSecond;
      for (String metric : List.of(PUBLISH_THROUGHPUT, "nodeDiskWriteBytesPerSecond")) {
        limits.add(limit(metric, value, "disk of one broker, sequential", disk.tool));
      }
    }
    fastestNetwork().ifPresent(fastest -> network(limits, fastest));
    return limits;
  }

  /** The most that one machine has sent to another. */
  private Optional<Throughput> fastestNetwork() {
    return throughput.stream()
        .filter(each -> each.bytesPerSecond != null && !each.sameMachine)
        .max(Comparator.comparing(each -> Objects.requireNonNullElse(each.bytesPerSecond, 0.0)));
  }

  private static void network(List<ReferenceLine> limits, Throughput fastest) {
    double value = Objects.requireNonNullElse(fastest.bytesPerSecond, 0.0);
    String tool = fastest.direction() + ", " + Text.plural(fastest.streams, "stream");
    List<String> metrics =
        List.of(
            PUBLISH_THROUGHPUT,
            CONSUME_THROUGHPUT,
            "nodeReceivedBytesPerSecond",
            "nodeSentBytesPerSecond");
    for (String metric : metrics) {
      limits.add(limit(metric, value, "network of one machine", tool));
    }
  }

  private static ReferenceLine limit(String metric, double value, String name, String tool) {
    return new ReferenceLine(
        metric,
        value,
        name,
        "",
        "bin/benchmark probe, " + tool,
        Optional.empty(),
        Optional.empty());
  }
}
