package io.tidemark.cli;

import io.tidemark.base.SystemClock;
import io.tidemark.base.UsageException;
import io.tidemark.http.client.HttpWorker;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.http.throughput.ThroughputProbe;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.probe.BrokerAddresses;
import io.tidemark.probe.CpuProbe;
import io.tidemark.probe.DiskProbe;
import io.tidemark.probe.NetworkProbe;
import io.tidemark.probe.ProbeText;
import io.tidemark.probe.RoundTripProbe;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.runs.ProbeResult;
import io.tidemark.report.runs.ProbeResult.Cpu;
import io.tidemark.report.runs.ProbeResult.Disk;
import io.tidemark.report.runs.ProbeResult.RoundTrips;
import io.tidemark.report.runs.ProbeResult.Throughput;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.run.Workers;
import io.tidemark.runs.suite.SuiteReader;
import io.tidemark.worker.host.EnvironmentFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures an environment before a broker is measured in it. */
@Command(
    name = "probe",
    sortOptions = false,
    description = {
      "Measures the CPU of this machine, the disk of a folder, round trips from here to workers and",
      "brokers, and the throughput of the network to and between workers. Takes about 15 s, and 10 s",
      "for each worker. docs/how-to/probe.md explains the figures."
    })
final class ProbeCommand implements Callable<Integer> {
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

  @Mixin private RemoteWorkerOptions remoteWorkers;

  @Option(
      names = {"-d", "--driver"},
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Driver file: connects to the brokers whose addresses it contains.")
  private Optional<Path> driver = Optional.empty();

  @Option(
      names = "--streams",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Connections at a time for the second measurement of the throughput to workers; 1 to 16."
              + " Default: ${DEFAULT-VALUE}.")
  private int streams;

  @Option(
      names = "--disk",
      paramLabel = "DIR",
      description = "Measures the volume of this folder; temporary files are removed.")
  private Optional<Path> disk = Optional.empty();

  @Option(
      names = "--broker-volume",
      description = "The volume of --disk is that of a broker: it limits the broker in reports.")
  private boolean brokerVolume;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Also writes the figures as JSON, for 'probe' in study files.")
  private Optional<Path> output = Optional.empty();

  @Option(names = "--json", description = "Prints JSON instead of text.")
  private boolean json;

  @Mixin private HelpOption help;

  private final Console console = ProcessConsole.open(false);
  private final SystemClock clock = SystemClock.get();

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkOptions();
    List<BrokerAddresses.Address> brokers = brokers();
    Workers workers = remoteWorkers.workers(console, false);
    Instant started = Instant.ofEpochSecond(0, clock.epochNanos());
    try {
      Cpu cpu = cpu();
      @Nullable Disk measured = disk.isPresent() ? disk(disk.get()) : null;
      ProbeResult result =
          new ProbeResult(
              ProbeResult.SCHEMA_VERSION,
              started.toString(),
              machine(),
              cpu,
              measured,
              roundTrips(workers, brokers),
              throughput(workers));
      if (output.isPresent()) {
        ResultFiles.replaceFile(output.get(), result.json() + System.lineSeparator());
      }
      console.print(json ? result.json() : ProbeText.of(result));
      return ExitCode.OK.code();
    } catch (IOException e) {
      console.error("ERROR " + e.getMessage());
      return ExitCode.INFRASTRUCTURE.code();
    }
  }

  private void checkOptions() {
    UsageException.requireBetween("--streams", streams, 1, ThroughputProbe.MOST_STREAMS);
    if (brokerVolume && disk.isEmpty()) {
      throw new UsageException("--broker-volume requires --disk DIR");
    }
    output.ifPresent(file -> GivenFile.requireWritable("--output", file, driver.stream().toList()));
    disk.filter(folder -> !Files.isDirectory(folder) || !Files.isWritable(folder))
        .ifPresent(
            folder -> {
              throw new UsageException(
                  "--disk: got " + folder + "; allowed is a folder that can be written");
            });
  }

  private List<BrokerAddresses.Address> brokers() throws IOException {
    if (driver.isEmpty()) {
      return List.of();
    }
    DriverFile file = SuiteReader.readDrivers(List.of(driver.get()), false, console).files().get(0);
    if (file.localBrokers().isPresent()) {
      throw new UsageException(
          driver.get()
              + ": localBrokers: these brokers do not run now; use a driver file with"
              + " addresses");
    }
    List<BrokerAddresses.Address> addresses = BrokerAddresses.of(file.configuration());
    if (addresses.isEmpty()) {
      throw new UsageException(driver.get() + ": it contains no address host:port of a broker");
    }
    return addresses;
  }

  private static Map<String, String> machine() {
    Map<String, String> facts = new TreeMap<>(EnvironmentFacts.read());
    facts.keySet().retainAll(FACTS);
    return facts;
  }

  private Cpu cpu() throws IOException, InterruptedException {
    console.note("CPU ...");
    return new CpuProbe(clock, CPU_TIME).run();
  }

  private Disk disk(Path folder) throws IOException, InterruptedException {
    console.note("Disk of " + folder + " ...");
    return new DiskProbe(clock, folder, brokerVolume, DISK_TIME).run();
  }

  private List<RoundTrips> roundTrips(Workers workers, List<BrokerAddresses.Address> brokers)
      throws IOException, InterruptedException {
    RoundTripProbe probe = new RoundTripProbe(clock, ROUND_TRIP_TIME);
    List<RoundTrips> all = new ArrayList<>();
    for (WorkerAddress address : workers.remote()) {
      console.note("Worker " + address + " ...");
      try (HttpWorker worker = HttpWorker.at(address, workers.connection())) {
        all.add(probe.request(address.toString(), worker::readClock));
      }
    }
    for (BrokerAddresses.Address broker : brokers) {
      console.note("Broker " + broker.host() + ":" + broker.port() + " ...");
      all.add(probe.connect(broker.host(), broker.port()));
    }
    return all;
  }

  private List<Throughput> throughput(Workers workers) throws IOException, InterruptedException {
    return new NetworkProbe(workers.connection(), streams, THROUGHPUT_TIME, console::note)
        .run(workers.remote());
  }
}
