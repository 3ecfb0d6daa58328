package io.tidemark.features.cost;

import io.tidemark.features.cost.SeriesUse.Form;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.List;

/** What a broker uses, and the telemetry that shows it: the best source first. */
enum UsedResource {
  CPU(
      "no telemetry of the broker's processor time: it needs local nodes, or telemetry with"
          + " nodeCpuSecondsTotal or nodeCpuCores",
      counter("processes of the nodes (/proc)", TelemetrySample.PROCESS_CPU),
      counter("control groups of the nodes' containers", TelemetrySample.CONTAINER_CPU),
      counter("nodeCpuSecondsTotal", "nodeCpuSecondsTotal"),
      mean("nodeCpuCores", "nodeCpuCores"),
      mean(
          "whole hosts (hostUserCpuCores, hostSystemCpuCores)",
          "hostUserCpuCores",
          "hostSystemCpuCores")),
  DISK(
      "no telemetry of what the broker writes to disks: it needs local nodes, or telemetry with"
          + " nodeDiskWrittenBytesTotal or nodeDiskWriteBytesPerSecond",
      counter("processes of the nodes (/proc)", TelemetrySample.PROCESS_DISK_WRITTEN),
      counter("control groups of the nodes' containers", TelemetrySample.CONTAINER_DISK_WRITTEN),
      counter("nodeDiskWrittenBytesTotal", "nodeDiskWrittenBytesTotal"),
      mean("nodeDiskWriteBytesPerSecond", "nodeDiskWriteBytesPerSecond")),
  PEERS(
      "no telemetry of what nodes send each other, which the system does not show for single"
          + " processes: it needs telemetry with nodePeerReceivedBytesTotal",
      counter("nodePeerReceivedBytesTotal", "nodePeerReceivedBytesTotal"),
      mean("nodePeerReceivedBytesPerSecond", "nodePeerReceivedBytesPerSecond")),
  MEMORY(
      "no telemetry of the broker's memory: it needs local nodes, or telemetry with"
          + " nodeMemoryBytes",
      mean("resident memory of the nodes' processes (/proc)", TelemetrySample.PROCESS_RESIDENT),
      mean("control groups of the nodes' containers", TelemetrySample.CONTAINER_MEMORY),
      mean("nodeMemoryBytes", "nodeMemoryBytes")),
  ENERGY(
      "no energy counter: it needs local nodes on a machine that shows RAPL in"
          + " /sys/class/powercap",
      counter("packages of the machine's processors (RAPL)", TelemetrySample.HOST_ENERGY));

  /**
   * Telemetry that shows the use of all nodes.
   *
   * @param names series that are added up, over all subjects
   */
  record Source(String text, Form form, List<String> names) {}

  private final String missing;
  private final List<Source> sources;

  UsedResource(String missing, Source... sources) {
    this.missing = missing;
    this.sources = List.of(sources);
  }

  private static Source counter(String text, String... names) {
    return new Source(text, Form.COUNTER, List.of(names));
  }

  private static Source mean(String text, String... names) {
    return new Source(text, Form.MEAN, List.of(names));
  }

  /** Why it is not known without any of the sources. */
  String missing() {
    return missing;
  }

  List<Source> sources() {
    return sources;
  }
}
