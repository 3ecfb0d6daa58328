package io.tidemark.cli.fault;

import io.tidemark.brokers.LocalCluster;
import io.tidemark.model.fault.FaultException;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.worker.Worker;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The faults that this process can inject: on its local brokers and workers, and by commands. */
public final class Faults implements FaultInjector {
  private final Optional<BrokerFaults> brokers;
  private final WorkerFaults workers;

  /**
   * @param cluster that the run uses; empty if others started its brokers
   * @param workers of the run that are separate processes
   */
  public Faults(Optional<LocalCluster> cluster, List<Worker> workers) {
    this.brokers = cluster.map(BrokerFaults::new);
    this.workers = new WorkerFaults(workers);
  }

  @Override
  public List<Integer> running() {
    return brokers.map(BrokerFaults::running).orElse(List.of());
  }

  @Override
  public List<Integer> nodes() {
    return brokers.map(BrokerFaults::nodes).orElse(List.of());
  }

  @Override
  public List<String> workers() {
    return workers.names();
  }

  @Override
  public OptionalInt numberOf(String driversName) {
    return brokers.map(each -> each.numberOf(driversName)).orElse(OptionalInt.empty());
  }

  @Override
  public Undo inject(FaultSpec fault, List<Integer> nodes)
      throws FaultException, InterruptedException {
    if (fault.kind() == FaultKind.COMMAND) {
      return CommandFault.inject(fault);
    }
    if (fault.target().isWorker()) {
      return workers.inject(fault, nodes.get(0));
    }
    if (brokers.isEmpty()) {
      throw new FaultException("there are no local brokers"); // FaultCheck reports that earlier.
    }
    return brokers.get().inject(fault, nodes);
  }
}
