package io.tidemark.cli;

import io.tidemark.base.UsageException;
import io.tidemark.cli.options.HelpOption;
import io.tidemark.cli.options.PinOption;
import io.tidemark.cli.options.TlsOptions;
import io.tidemark.cli.options.TokenOptions;
import io.tidemark.cli.options.WarmUpOption;
import io.tidemark.cli.process.ForeignOutput;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.cli.process.ProcessEnd;
import io.tidemark.cli.process.ProgramCommand;
import io.tidemark.cli.process.Version;
import io.tidemark.http.WorkerServer;
import io.tidemark.http.policy.DriverPolicy;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.http.server.ListenException;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.runs.Console;
import io.tidemark.runs.ExitCode;
import io.tidemark.runs.Installation;
import io.tidemark.runs.fault.OwnProcess;
import io.tidemark.worker.LocalWorker;
import io.tidemark.worker.metrics.WorkerMetrics;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/benchmark-worker}: generates load for a remote coordinator. */
@Command(
    name = "benchmark-worker",
    versionProvider = Version.class,
    sortOptions = false,
    description = "Generates load for a coordinator: bin/benchmark -w http://this-host:8080 ...",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "2:error in the command",
      "3:a port is not available, the heap is full, or a driver called System.exit",
      "130:stopped by Ctrl-C, after its run has ended",
      "143:the same, by SIGTERM"
    },
    footer = {"", "Workers on several machines: docs/how-to/kubernetes.md."})
public final class WorkerCommand implements Callable<Integer> {
  private static final int DEFAULT_STATS_PORT = 8081;
  private static final int MAX_PORT = 65_535;

  @Option(
      names = {"-p", "--port"},
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Port; 0 for any free port. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = {"-sp", "--stats-port"},
      paramLabel = "PORT",
      description =
          "Port for Prometheus metrics (/metrics); 0 for any free port. Default:"
              + " 8081, or none if --port is not 8080.")
  private Optional<Integer> statsPort = Optional.empty();

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address to listen on. Addresses other than loopback need a token and TLS,"
              + " or --insecure. Default: ${DEFAULT-VALUE}.")
  private String bind;

  @Mixin private TokenOptions token;

  @Option(
      names = "--insecure",
      description =
          "With a token: accepts it without TLS. Without one: accepts all callers,"
              + " including OMB's coordinator.")
  private boolean insecure;

  @Mixin private TlsOptions tls;

  @Option(
      names = "--allow-driver-files",
      paramLabel = "FOLDER",
      description = "Driver files may name files below this folder. Can be repeated.")
  private List<Path> driverFolders = List.of();

  @Option(
      names = "--allow-driver-class",
      paramLabel = "NAME",
      description =
          "Driver files may name this class (serializer, interceptor, login module)."
              + " Can be repeated.")
  private List<String> driverClasses = List.of();

  @Option(
      names = "--allow-driver-scheme",
      paramLabel = "NAME",
      description =
          "Driver files may have addresses of this scheme (smf for smf://host:port), with any"
              + " parameters. Can be repeated.")
  private List<String> driverSchemes = List.of();

  @Mixin private PinOption pin;
  @Mixin private WarmUpOption warmUp;

  @Mixin private HelpOption help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Shows the version and exits.")
  private boolean version;

  /** The program. */
  public static void main(String[] arguments) {
    ProcessEnd.after(
        () -> ProgramCommand.execute(ProgramCommand.of(new WorkerCommand()), arguments));
  }

  @Override
  public Integer call() throws InterruptedException {
    UsageException.requireBetween("--port", port, 0, MAX_PORT);
    statsPort.ifPresent(stats -> UsageException.requireBetween("--stats-port", stats, 0, MAX_PORT));
    if (bind.isBlank()) {
      throw new UsageException("--bind needs an address, got an empty one");
    }
    List<Integer> pinnedCores = pin.cores();
    Console console = ProcessConsole.open(false);
    ForeignOutput foreign = new ForeignOutput(console);
    WorkerMetrics metrics = new WorkerMetrics();
    try {
      WorkerServer server =
          WorkerServer.start(
              new LocalWorker("worker", Installation.catalog(), metrics::add, OwnProcess::inject)
                  .pinnedTo(pinnedCores),
              options(console),
              statsPort(),
              metrics::text);
      warmUp.begin();
      ProcessEnd.rescue(
          cause -> {
            server.leave((cause.exitCall() ? "its process is ending: " : "it was ") + cause.text());
            server.close();
            foreign.close();
          });
      console.print("Worker listens on " + server.address());
      server.statsPort().ifPresent(stats -> console.print("Metrics on port " + stats));
    } catch (ListenException e) {
      console.error("ERROR " + e.getMessage());
      return ExitCode.INFRASTRUCTURE.code();
    }
    new CountDownLatch(1).await(); // A signal ends it.
    return ExitCode.OK.code();
  }

  /** Two workers on one machine have different --port values; they cannot both use OMB's port. */
  private OptionalInt statsPort() {
    if (statsPort.isPresent()) {
      return OptionalInt.of(statsPort.get());
    }
    return port == WorkerAddress.DEFAULT_PORT
        ? OptionalInt.of(DEFAULT_STATS_PORT)
        : OptionalInt.empty();
  }

  private WorkerServerOptions options(Console console) {
    WorkerServerOptions base = WorkerServerOptions.DEFAULT;
    try {
      return new WorkerServerOptions(
          bind,
          port,
          token.token(console),
          insecure,
          tls.server(),
          new DriverPolicy(driverFolders, Set.copyOf(driverClasses), Set.copyOf(driverSchemes)),
          base.maxBodyBytes(),
          base.maxConnections(),
          base.idleTimeout(),
          base.leaseGrace());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
