package io.tidemark.runs.fault;

import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunFailedException.Kind;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.fault.FaultException;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.Worker;
import io.tidemark.model.workload.Workload;
import io.tidemark.runs.kubernetes.KubernetesAccess;
import io.tidemark.runs.kubernetes.KubernetesApi;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The faults that this process can inject: on its local brokers, pods of brokers and workers, and
 * by commands.
 */
public final class Faults implements FaultInjector {
  private final Optional<BrokerFaults> brokers;
  private final Optional<PodFaults> pods;
  private final WorkerFaults workers;

  private Faults(Optional<BrokerFaults> brokers, Optional<PodFaults> pods, List<Worker> workers) {
    this.brokers = brokers;
    this.pods = pods;
    this.workers = new WorkerFaults(workers);
  }

  /**
   * Returns the faults of a run. Calls Kubernetes only for faults of pods.
   *
   * @param cluster that the run uses; empty if others started its brokers
   * @param workers of the run that are separate processes
   * @throws RunFailedException if Kubernetes cannot be reached, or has no such pods
   */
  public static Faults of(
      Workload workload, DriverFile driver, Optional<LocalCluster> cluster, List<Worker> workers)
      throws RunFailedException {
    KubernetesApi api = KubernetesAccess.from(System.getenv());
    return new Faults(
        local(workload, driver, cluster), PodFaults.of(workload, driver, api), workers);
  }

  private static Optional<BrokerFaults> local(
      Workload workload, DriverFile driver, Optional<LocalCluster> cluster)
      throws RunFailedException {
    try {
      return cluster.map(
          running -> BrokerFaults.of(running, LocalUpgrade.target(workload, driver)));
    } catch (LocalBrokerException e) {
      throw new RunFailedException(Kind.INFRASTRUCTURE, "faults: " + Text.message(e), e);
    }
  }

  @Override
  public List<Integer> running() {
    return brokers.map(BrokerFaults::running).orElseGet(this::podNumbers);
  }

  @Override
  public List<Integer> nodes() {
    return brokers.map(BrokerFaults::nodes).orElseGet(this::podNumbers);
  }

  private List<Integer> podNumbers() {
    return pods.map(PodFaults::nodes).orElse(List.of());
  }

  @Override
  public List<String> workers() {
    return workers.names();
  }

  @Override
  public OptionalInt numberOf(String driversName) {
    return brokers
        .map(each -> each.numberOf(driversName))
        .or(() -> pods.map(each -> each.numberOf(driversName)))
        .orElse(OptionalInt.empty());
  }

  @Override
  public String nameOf(int node) {
    return pods.map(each -> each.nameOf(node)).orElse("");
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
    if (pods.isPresent()) {
      return pods.get().inject(fault, nodes);
    }
    if (brokers.isEmpty()) {
      throw new FaultException("there are no local brokers"); // FaultCheck reports that earlier.
    }
    return brokers.get().inject(fault, nodes);
  }
}
