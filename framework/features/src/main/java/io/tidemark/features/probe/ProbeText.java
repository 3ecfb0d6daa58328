package io.tidemark.features.probe;

import static java.util.stream.Collectors.toList;

import io.tidemark.model.result.Text;
import io.tidemark.report.runs.ProbeResult;
import io.tidemark.report.runs.ProbeResult.Cpu;
import io.tidemark.report.runs.ProbeResult.Disk;
import io.tidemark.report.runs.ProbeResult.Latency;
import io.tidemark.report.runs.ProbeResult.RoundTrips;
import io.tidemark.report.runs.ProbeResult.Throughput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The figures for people. */
public final class ProbeText {
  private static final String LATENCIES = "%-34s %9s %9s %9s %9s %7s";

  private ProbeText() {}

  /** Several lines. */
  public static String of(ProbeResult result) {
    List<String> lines = new ArrayList<>();
    cpu(lines, result.cpu());
    Disk disk = result.disk();
    if (disk != null) {
      disk(lines, disk);
    }
    if (!result.roundTrips().isEmpty()) {
      roundTrips(lines, result.roundTrips());
    }
    if (!result.throughput().isEmpty()) {
      throughput(lines, result.throughput());
    }
    return String.join("\n", lines);
  }

  private static void cpu(List<String> lines, Cpu cpu) {
    lines.add("CPU: a fixed loop of integer arithmetic");
    lines.add(line("  1 thread   %,12.0f loops/s", cpu.oneThreadLoopsPerSecond()));
    lines.add(
        line(
            "  %-10s %,12.0f loops/s, %.2f x 1 thread",
            Text.plural(cpu.threads(), "thread"),
            cpu.allThreadsLoopsPerSecond(),
            cpu.allThreadsLoopsPerSecond() / cpu.oneThreadLoopsPerSecond()));
  }

  private static void disk(List<String> lines, Disk disk) {
    lines.add("");
    lines.add(
        "Disk: %s, measured with %s%s"
            .formatted(
                disk.folder(), disk.tool(), disk.brokerVolume() ? "; the volume of a broker" : ""));
    lines.add(line("  %-38s %9s MB/s", "sequential, one fsync at the end", megabytes(disk)));
    disk.writes128KiB()
        .forEach(
            writes ->
                lines.add(
                    line(
                        "  %-38s %9s MB/s",
                        "128 KiB, each synchronized, " + Text.plural(writes.threads(), "thread"),
                        Text.megabytes(writes.bytesPerSecond()))));
    lines.add("");
    lines.add(line(LATENCIES, "Latency", "p50", "p90", "p99", "max", "count"));
    lines.add(latency("4 KiB with fsync", disk.fsync()));
  }

  private static String megabytes(Disk disk) {
    return Text.megabytes(disk.sequentialWriteBytesPerSecond());
  }

  private static void roundTrips(List<String> lines, List<RoundTrips> all) {
    lines.add("");
    lines.add(line(LATENCIES, "Round trip from here", "p50", "p90", "p99", "max", "count"));
    all.forEach(each -> lines.add(latency(each.kind() + " " + each.to(), each.latency())));
    lines.add("  connect: one TCP handshake; a broker cannot echo or take data without a client.");
    lines.add("  request: a small request to a worker over an open connection.");
  }

  /** One line for each direction. */
  private static void throughput(List<String> lines, List<Throughput> all) {
    lines.add("");
    lines.add("Throughput of the network");
    all.stream()
        .collect(Collectors.groupingBy(Throughput::direction, LinkedHashMap::new, toList()))
        .forEach((direction, each) -> lines.add("  " + direction + "  " + rates(each)));
    if (all.stream().anyMatch(Throughput::sameMachine)) {
      lines.add("  *: both on one machine, so this is no figure of a network.");
    }
    lines.add("  Between machines and brokers it is not measured: a broker has no sink.");
  }

  private static String rates(List<Throughput> counts) {
    return counts.stream().map(ProbeText::rate).collect(Collectors.joining(", "));
  }

  private static String rate(Throughput throughput) {
    Double bytesPerSecond = throughput.bytesPerSecond();
    return bytesPerSecond == null
        ? "not measured: " + throughput.problem()
        : "%s MB/s with %s%s"
            .formatted(
                Text.megabytes(bytesPerSecond),
                Text.plural(throughput.streams(), "stream"),
                throughput.sameMachine() ? "*" : "");
  }

  private static String latency(String name, Latency latency) {
    return line(
        LATENCIES,
        "  " + name,
        Text.nanos(latency.p50Micros() * 1e3),
        Text.nanos(latency.p90Micros() * 1e3),
        Text.nanos(latency.p99Micros() * 1e3),
        Text.nanos(latency.maxMicros() * 1e3),
        Text.count(latency.count()));
  }

  private static String line(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments).stripTrailing();
  }
}
