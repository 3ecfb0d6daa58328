package io.tidemark.cli;

import io.tidemark.base.SystemClock;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.RunPlan;
import io.tidemark.coordinator.StopSignal;
import io.tidemark.coordinator.run.RunConductor;
import io.tidemark.http.WorkerServer;
import io.tidemark.http.client.HttpWorker;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.http.server.ListenException;
import io.tidemark.http.server.WorkerServerOptions;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.worker.RunSetup.DriverSource;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.model.workloadfile.WorkloadReader;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.worker.LocalWorker;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.host.EnvironmentFacts;
import io.tidemark.worker.metrics.WorkerMetrics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Coordinator and workers in one JVM, with HTTP between them. The in-memory driver is on the class
 * path, so that all of them share its topics.
 */
public final class MiniBench implements AutoCloseable {
  /** The clients and messages of a small workload. */
  public static final String ONE_OF_EACH =
      """
      topics: 1
      partitionsPerTopic: 1
      messageSize: 100
      subscriptionsPerTopic: 1
      consumerPerSubscription: 1
      producersPerTopic: 1
      """;

  private static final String SHORT =
      ONE_OF_EACH
          + """
          producerRate: 200
          warmupDuration: 200ms
          testDuration: 500ms
          sampleInterval: 100ms
          """;

  static final String DRIVER_CLASS = "io.tidemark.driver.inmemory.InMemoryBenchmarkDriver";
  public static final String DRIVER = "name: inmemory\ndriverClass: " + DRIVER_CLASS + "\n";

  final List<WorkerMetrics> metrics = new ArrayList<>();
  final List<String> notes = new ArrayList<>();
  private final List<WorkerServer> servers = new ArrayList<>();

  /** The result of a short run, for tests of what is done with stored runs. */
  public static RunResult shortRun(Path folder) throws Exception {
    try (MiniBench bench = new MiniBench().worker(Duration.ZERO)) {
      return bench.run(Files.writeString(folder.resolve("w.yaml"), SHORT));
    }
  }

  /** Adds a worker with a clock offset, as on a separate machine. */
  public MiniBench worker(Duration clockShift) throws ListenException {
    WorkerMetrics figures = new WorkerMetrics();
    metrics.add(figures);
    LocalWorker worker =
        new LocalWorker(
            "worker",
            DriverCatalog.ofClassPath(),
            figures::add,
            fault -> {},
            new ShiftedClock(clockShift),
            new ClockDomain("machine " + servers.size(), 0));
    servers.add(
        WorkerServer.start(worker, WorkerServerOptions.DEFAULT, OptionalInt.of(0), figures::text));
    return this;
  }

  /** A worker disappears, as if its process was killed. */
  void stop(int worker) {
    servers.get(worker).close();
  }

  public List<WorkerAddress> addresses() {
    return servers.stream().map(WorkerServer::address).toList();
  }

  public RunResult run(Path workload) throws RunFailedException {
    List<Worker> workers =
        addresses().stream()
            .map(address -> (Worker) HttpWorker.at(address, HttpWorkerOptions.DEFAULT))
            .toList();
    RunPlan plan =
        new RunPlan(
            new RunIdentity("mini", "mini", "mini", "inmemory", 1, 1, 1_700_000_000_000L),
            WorkloadReader.read(workload, new ReadOptions(false, Map.of(), workload.getParent())),
            new DriverSource(DRIVER_CLASS, DRIVER),
            Map.of(),
            Map.of(),
            RunOptions.DEFAULT.withStartLead(Duration.ofSeconds(1)));
    RunListener listener =
        new RunListener() {
          @Override
          public void note(String text) {
            notes.add(text);
          }
        };
    try {
      return new RunConductor(SystemClock.get(), EnvironmentFacts.clockDomain())
          .execute(plan, workers, listener, new StopSignal());
    } finally {
      workers.forEach(Worker::close);
    }
  }

  @Override
  public void close() {
    servers.forEach(WorkerServer::close);
    metrics.forEach(WorkerMetrics::close);
  }
}
