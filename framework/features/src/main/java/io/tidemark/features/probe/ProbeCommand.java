package io.tidemark.features.probe;

import io.tidemark.base.SystemClock;
import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.RemoteWorkerOptions;
import io.tidemark.cli.process.InputFile;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.http.throughput.ThroughputProbe;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.runs.ProbeResult;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.GivenFile;
import io.tidemark.runs.suite.SuiteReader;
import io.tidemark.runs.workers.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures an environment before a broker is measured in it. */
@Command(
    name = "probe",
    sortOptions = false,
    description = {
      "Measures the CPU of this machine, the disk of a folder, round trips from here to"
          + " workers and brokers, and the throughput of the network to and between workers.",
      "Takes about 15 s, and 10 s for each worker. docs/how-to/kubernetes.md explains the"
          + " figures."
    })
public final class ProbeCommand implements Callable<Integer> {
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

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkOptions();
    List<BrokerAddresses.Address> brokers = brokers();
    Workers workers = remoteWorkers.workers(console, false);
    EnvironmentProbe probe =
        new EnvironmentProbe(
            SystemClock.get(),
            disk,
            brokerVolume,
            brokers,
            workers.remote(),
            workers.connection(),
            streams,
            console::note);
    try {
      ProbeResult result = probe.run();
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
}
