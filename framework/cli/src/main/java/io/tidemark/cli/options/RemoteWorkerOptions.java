package io.tidemark.cli.options;

import io.tidemark.base.UsageException;
import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.runs.Console;
import io.tidemark.runs.workers.WorkerDiscovery;
import io.tidemark.runs.workers.Workers;
import io.tidemark.runs.workers.WorkersFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of {@code bin/benchmark} with addresses of workers and their connection. */
public final class RemoteWorkerOptions {
  private static final Path DEFAULT_FILE = Path.of("workers.yaml");

  @Option(
      names = {"-w", "--workers"},
      paramLabel = "URL",
      description = "Addresses of workers (http://host:8080), separated by commas.")
  private List<String> workers = List.of();

  @Option(
      names = {"-wf", "--workers-file"},
      paramLabel = "FILE",
      description = "YAML file with a list 'workers'. Default: ./workers.yaml, if it exists.")
  private Optional<Path> workersFile = Optional.empty();

  @Option(
      names = "--workers-dns",
      paramLabel = "NAME:PORT",
      description = "DNS name whose addresses are the workers (a headless service).")
  private Optional<String> workersDns = Optional.empty();

  @Option(
      names = "--workers-count",
      paramLabel = "N",
      description =
          "With --workers-dns: waits until the name resolves to this number of"
              + " addresses, then uses them. Default: 1.")
  private Optional<Integer> workersCount = Optional.empty();

  @Option(
      names = "--on-worker-loss",
      paramLabel = "end|continue",
      defaultValue = "end",
      description =
          "Reaction to a lost worker: end the run (aborted, results so far are kept)"
              + " or continue with the others (invalid). Default: ${DEFAULT-VALUE}.")
  private OnLoss onWorkerLoss;

  @Option(
      names = "--insecure",
      description = "Sends the token without TLS to workers on other machines.")
  private boolean insecure;

  @Mixin private TlsOptions tls;
  @Mixin private TokenOptions token;
  @Mixin private PinOption pin;
  @Mixin private WarmUpOption warmUp;

  /** The choices of {@code --on-worker-loss}. */
  enum OnLoss {
    END,
    CONTINUE
  }

  private WorkerLossPolicy lossPolicy() {
    return onWorkerLoss == OnLoss.END ? WorkerLossPolicy.END : WorkerLossPolicy.CONTINUE;
  }

  /**
   * @param dryRun waits for no worker
   */
  public Workers workers(Console console, boolean dryRun) throws IOException, InterruptedException {
    if (workersCount.isPresent() && workersDns.isEmpty()) {
      throw new UsageException("--workers-count requires --workers-dns");
    }
    HttpWorkerOptions options =
        HttpWorkerOptions.DEFAULT.withToken(token.token(console)).withTls(tls.clientContext());
    List<WorkerAddress> addresses = addresses(console, dryRun);
    if (options.token().isPresent() && !insecure) {
      addresses.forEach(RemoteWorkerOptions::requireProtected);
    }
    List<Integer> pinnedCores = pin.cores();
    if (!addresses.isEmpty() && !pinnedCores.isEmpty()) {
      throw new UsageException(
          "--pin is for load threads of this process, which has none with remote workers: give it"
              + " to bin/benchmark-worker");
    }
    return new Workers(addresses, options, lossPolicy(), pinnedCores);
  }

  /**
   * Compiles the code of this process if it is a worker; a command that runs something calls it.
   */
  public void warmUp(Workers workers) {
    if (workers.remote().isEmpty()) {
      warmUp.begin();
    }
  }

  /**
   * Others, with the same connection.
   *
   * @param addresses separated by commas
   */
  public Workers at(String addresses, Workers others) {
    List<WorkerAddress> distinct = distinct(List.of(addresses.split(",", -1)));
    if (others.connection().token().isPresent() && !insecure) {
      distinct.forEach(RemoteWorkerOptions::requireProtected);
    }
    return new Workers(distinct, others.connection(), others.lossPolicy());
  }

  private static void requireProtected(WorkerAddress address) {
    if (!address.protectsToken()) {
      throw new UsageException(
          "the token would be sent without TLS to "
              + address
              + ": use https:// with --tls-ca FILE, or --insecure");
    }
  }

  private List<WorkerAddress> addresses(Console console, boolean dryRun)
      throws IOException, InterruptedException {
    int ways =
        (workers.isEmpty() ? 0 : 1)
            + (workersFile.isPresent() ? 1 : 0)
            + (workersDns.isPresent() ? 1 : 0);
    if (ways > 1) {
      throw new UsageException("give one of --workers, --workers-file, --workers-dns");
    }
    if (workersDns.isPresent()) {
      WorkerDiscovery discovery =
          WorkerDiscovery.of(workersDns.get(), workersCount.orElse(1), tls.given());
      return dryRun ? discovery.now(console) : discovery.await(console);
    }
    List<String> texts = workers.stream().flatMap(list -> Stream.of(list.split(",", -1))).toList();
    if (workersFile.isPresent() || workers.isEmpty() && Files.exists(DEFAULT_FILE)) {
      texts = WorkersFile.read(workersFile.orElse(DEFAULT_FILE));
    }
    return distinct(texts);
  }

  private static List<WorkerAddress> distinct(List<String> texts) {
    try {
      List<WorkerAddress> addresses = texts.stream().map(WorkerAddress::parse).toList();
      for (WorkerAddress address : addresses) {
        if (addresses.indexOf(address) != addresses.lastIndexOf(address)) {
          throw new UsageException("worker " + address + " is given twice");
        }
      }
      return addresses;
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
