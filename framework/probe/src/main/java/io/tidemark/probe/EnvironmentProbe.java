package io.tidemark.probe;

import io.tidemark.base.Clock;
import io.tidemark.http.client.HttpWorker;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.report.runs.ProbeResult;
import io.tidemark.report.runs.ProbeResult.Cpu;
import io.tidemark.report.runs.ProbeResult.Disk;
import io.tidemark.report.runs.ProbeResult.RoundTrips;
import io.tidemark.report.runs.ProbeResult.Throughput;
import io.tidemark.worker.host.EnvironmentFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * All measurements of an environment, one after another: CPU, disk, round trips, throughput of the
 * network.
 *
 * @param disk folder on the volume to measure; empty for none
 * @param brokerVolume whether a broker keeps its data there
 * @param brokers addresses to connect to
 * @param streams connections at a time for the second measurement of the throughput
 * @param progress takes what is measured now
 */
public record EnvironmentProbe(
    Clock clock,
    Optional<Path> disk,
    boolean brokerVolume,
    List<BrokerAddresses.Address> brokers,
    List<WorkerAddress> workers,
    HttpWorkerOptions connection,
    int streams,
    Consumer<String> progress) {
  private static final Duration CPU_TIME = Duration.ofSeconds(1);
  private static final Duration DISK_TIME = Duration.ofSeconds(10);
  private static final Duration ROUND_TRIP_TIME = Duration.ofSeconds(1);
  private static final Duration THROUGHPUT_TIME = Duration.ofSeconds(1);
  private static final List<String> FACTS =
      List.of(
          "host.name",
          "cpu.model",
          "cpu.logicalCores",
          "container.cpuLimit",
          "memory.bytes",
          "os.kernel",
          "tidemark.version");

  public EnvironmentProbe {
    brokers = List.copyOf(brokers);
    workers = List.copyOf(workers);
  }

  /**
   * @throws IOException if the disk, a worker or a broker cannot be measured
   */
  public ProbeResult run() throws IOException, InterruptedException {
    Instant started = clock.instant();
    Cpu cpu = cpu();
    Optional<Disk> measured = disk.isPresent() ? Optional.of(disk(disk.get())) : Optional.empty();
    return new ProbeResult(
        ProbeResult.SCHEMA_VERSION,
        started.toString(),
        machine(),
        cpu,
        measured.orElse(null),
        roundTrips(),
        throughput());
  }

  private static Map<String, String> machine() {
    Map<String, String> facts = new TreeMap<>(EnvironmentFacts.read());
    facts.keySet().retainAll(FACTS);
    return facts;
  }

  private Cpu cpu() throws IOException, InterruptedException {
    progress.accept("CPU ...");
    return new CpuProbe(clock, CPU_TIME).run();
  }

  private Disk disk(Path folder) throws IOException, InterruptedException {
    progress.accept("Disk of " + folder + " ...");
    return new DiskProbe(clock, folder, brokerVolume, DISK_TIME).run();
  }

  private List<RoundTrips> roundTrips() throws IOException, InterruptedException {
    RoundTripProbe probe = new RoundTripProbe(clock, ROUND_TRIP_TIME);
    List<RoundTrips> all = new ArrayList<>();
    for (WorkerAddress address : workers) {
      progress.accept("Worker " + address + " ...");
      try (HttpWorker worker = HttpWorker.at(address, connection)) {
        all.add(probe.request(address.toString(), worker::readClock));
      }
    }
    for (BrokerAddresses.Address broker : brokers) {
      progress.accept("Broker " + broker.host() + ":" + broker.port() + " ...");
      all.add(probe.connect(broker.host(), broker.port()));
    }
    return all;
  }

  private List<Throughput> throughput() throws IOException, InterruptedException {
    return new NetworkProbe(connection, streams, THROUGHPUT_TIME, progress).run(workers);
  }
}
