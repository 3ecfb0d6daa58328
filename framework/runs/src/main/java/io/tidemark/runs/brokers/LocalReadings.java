package io.tidemark.runs.brokers;

import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.NodeUse;
import io.tidemark.coordinator.OwnReadings;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the processes and containers of local brokers use, and the energy of their machine: this
 * one.
 */
public final class LocalReadings implements OwnReadings {
  private static final String NODE = "node-";

  /** Names of the figures of a node. */
  private record Names(String cpu, String memory, String diskRead, String diskWritten) {
    static final Names OF_PROCESSES =
        new Names(
            TelemetrySample.PROCESS_CPU,
            TelemetrySample.PROCESS_RESIDENT,
            TelemetrySample.PROCESS_DISK_READ,
            TelemetrySample.PROCESS_DISK_WRITTEN);
    static final Names OF_CONTAINERS =
        new Names(
            TelemetrySample.CONTAINER_CPU,
            TelemetrySample.CONTAINER_MEMORY,
            TelemetrySample.CONTAINER_DISK_READ,
            TelemetrySample.CONTAINER_DISK_WRITTEN);
  }

  private final LocalCluster cluster;
  private final MachineEnergy energy;

  private LocalReadings(LocalCluster cluster, MachineEnergy energy) {
    this.cluster = cluster;
    this.energy = energy;
  }

  /** Nothing without local brokers: others may run on any machine. */
  public static OwnReadings of(Optional<LocalCluster> cluster, Map<String, String> environment) {
    return cluster
        .<OwnReadings>map(each -> new LocalReadings(each, MachineEnergy.of(environment)))
        .orElse(NONE);
  }

  @Override
  public synchronized List<TelemetrySample> read(long epochNanos) {
    List<TelemetrySample> readings = new ArrayList<>();
    for (NodeUse use : nodes()) {
      String node = NODE + use.node();
      Names names = use.inContainer() ? Names.OF_CONTAINERS : Names.OF_PROCESSES;
      add(readings, epochNanos, names.cpu, node, use.cpuSeconds());
      add(readings, epochNanos, names.memory, node, use.residentBytes());
      use.diskReadBytes()
          .ifPresent(bytes -> add(readings, epochNanos, names.diskRead, node, bytes));
      use.diskWrittenBytes()
          .ifPresent(bytes -> add(readings, epochNanos, names.diskWritten, node, bytes));
    }
    energy
        .read()
        .forEach(
            each ->
                add(readings, epochNanos, TelemetrySample.HOST_ENERGY, each.name(), each.joules()));
    return readings;
  }

  /** A fault may remove files of a node while they are read. */
  private List<NodeUse> nodes() {
    try {
      return cluster.use();
    } catch (LocalBrokerException e) {
      return List.of();
    }
  }

  private static void add(
      List<TelemetrySample> readings, long epochNanos, String name, String subject, double value) {
    readings.add(new TelemetrySample(epochNanos, name, subject, value, 0));
  }
}
