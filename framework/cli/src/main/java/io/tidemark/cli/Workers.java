package io.tidemark.cli;

import io.tidemark.cli.Suite.PlannedRun;
import io.tidemark.coordinator.RunOptions;
import io.tidemark.coordinator.WorkerLossPolicy;
import io.tidemark.http.HttpWorker;
import io.tidemark.http.HttpWorkerOptions;
import io.tidemark.http.WorkerAddress;
import io.tidemark.model.worker.Worker;
import io.tidemark.worker.LocalWorker;
import java.time.Duration;
import java.util.List;

/**
 * The workers of a command.
 *
 * @param remote addresses of workers; empty: this process itself
 * @param connection how to reach them
 * @param lossPolicy what to do when one of them is lost
 */
public record Workers(
    List<WorkerAddress> remote, HttpWorkerOptions connection, WorkerLossPolicy lossPolicy) {
  // The first calls to a process that has just started are slow.
  private static final Duration REMOTE_START_LEAD = Duration.ofSeconds(1);

  public Workers {
    remote = List.copyOf(remote);
  }

  public RunOptions options(boolean extraConsumers, Duration setupTimeout) {
    boolean local = remote.isEmpty();
    return new RunOptions(
        extraConsumers,
        local ? WorkerLossPolicy.END : lossPolicy,
        setupTimeout,
        local ? RunOptions.DEFAULT.startLead() : REMOTE_START_LEAD,
        false);
  }

  /** The workers of one run. */
  record Open(List<Worker> workers) implements AutoCloseable {
    @Override
    public void close() {
      workers.forEach(Worker::close);
    }

    /** Workers that do not require the given token. */
    List<String> ignoringToken() {
      return workers.stream()
          .filter(each -> each instanceof HttpWorker remote && remote.ignoresToken())
          .map(Worker::name)
          .toList();
    }
  }

  /** Before anything is touched. */
  public void check(List<PlannedRun> runs) {
    if (remote.isEmpty()) {
      return;
    }
    for (PlannedRun run : runs) {
      if (run.driver().localBrokers().isPresent()) {
        throw new UsageException(
            ("%s: localBrokers: these brokers listen on loopback, so remote workers"
                    + " cannot reach them; use brokers that the workers can reach ('bin/brokers up'"
                    + " for workers on this machine), or no remote workers")
                .formatted(run.driver().path()));
      }
    }
  }

  Open open() {
    if (remote.isEmpty()) {
      return new Open(List.of(new LocalWorker("local", Installation.catalog())));
    }
    return new Open(
        remote.stream().map(address -> (Worker) new HttpWorker(address, connection)).toList());
  }
}
