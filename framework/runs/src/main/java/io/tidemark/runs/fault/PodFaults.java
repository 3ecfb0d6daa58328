package io.tidemark.runs.fault;

import io.tidemark.coordinator.RunFailedException;
import io.tidemark.coordinator.RunFailedException.Kind;
import io.tidemark.model.driverfile.BrokerPods;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.fault.FaultException;
import io.tidemark.model.fault.FaultInjector.Undo;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultTarget.Choice;
import io.tidemark.model.result.Text;
import io.tidemark.model.workload.Workload;
import io.tidemark.runs.kubernetes.BrokerPodSet;
import io.tidemark.runs.kubernetes.KubernetesApi;
import io.tidemark.runs.kubernetes.PodUpgrade;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Faults of brokers in pods of Kubernetes: deletes, restarts and upgrades pods. */
record PodFaults(BrokerPodSet pods) {
  /** A broker may read its whole log before it is ready. */
  private static final Duration POD_READY = Duration.ofMinutes(5);

  /** The operator of Strimzi looks for its annotation every 2 minutes. */
  private static final Duration OPERATOR = Duration.ofMinutes(5);

  private static final OptionalInt AT_ONCE = OptionalInt.of(0);

  /** Those that {@link #inject} can do. */
  static boolean permits(FaultKind kind) {
    return switch (kind) {
      case KILL, STOP, RESTART, ROLLING_RESTART, ROLLING_UPGRADE -> true;
      default -> false;
    };
  }

  /** Whether a fault is for the brokers of a driver file. */
  static boolean isForBrokers(FaultSpec fault) {
    return fault.kind() != FaultKind.COMMAND && !fault.target().isWorker();
  }

  /**
   * Finds the pods if a fault of the workload needs them.
   *
   * @throws RunFailedException if they cannot be found, or lack one that a fault names
   */
  static Optional<PodFaults> of(Workload workload, DriverFile driver, KubernetesApi api)
      throws RunFailedException {
    Optional<BrokerPods> spec = driver.brokerPods();
    if (spec.isEmpty() || workload.faults().stream().noneMatch(PodFaults::isForBrokers)) {
      return Optional.empty();
    }
    try {
      PodFaults found = new PodFaults(BrokerPodSet.find(api, spec.get()));
      found.requireNodes(workload);
      found.requireUpgrades(workload);
      return Optional.of(found);
    } catch (IOException e) {
      throw new RunFailedException(Kind.INFRASTRUCTURE, "faults: " + Text.message(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunFailedException(Kind.INTERRUPTED, "interrupted while Kubernetes was read", e);
    }
  }

  private void requireNodes(Workload workload) throws IOException {
    int nodes = pods.names().size();
    for (FaultSpec fault : workload.faults()) {
      if (fault.target().choice() == Choice.NODE && fault.target().number() > nodes) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "%s: there is no such node, got %d; allowed 1 to %d (%s)",
                fault.name(),
                fault.target().number(),
                nodes,
                String.join(", ", pods.names())));
      }
    }
  }

  /** Each upgrade begins where the one before it ends. */
  private void requireUpgrades(Workload workload) throws IOException, InterruptedException {
    Optional<PodUpgrade> last = Optional.empty();
    for (FaultSpec fault : workload.faults()) {
      if (fault.kind() == FaultKind.ROLLING_UPGRADE) {
        if (last.isPresent()) {
          throw new IOException(
              fault.name() + ": only one rollingUpgrade in a run is possible with pods");
        }
        last = Optional.of(PodUpgrade.of(pods, fault.upgradeTo()));
      }
    }
  }

  /** Pods that a fault has deleted are among them: Kubernetes creates them again. */
  List<Integer> nodes() {
    return IntStream.rangeClosed(1, pods.names().size()).boxed().toList();
  }

  String nameOf(int node) {
    return pods.names().get(node - 1);
  }

  OptionalInt numberOf(String driversName) {
    return pods.numberOf(driversName);
  }

  Undo inject(FaultSpec fault, List<Integer> nodes) throws FaultException, InterruptedException {
    List<String> names = nodes.stream().map(this::nameOf).toList();
    try {
      return switch (fault.kind()) {
        case KILL -> new CreatedAgain(pods.delete(names, AT_ONCE, POD_READY));
        case STOP -> new CreatedAgain(pods.delete(names, OptionalInt.empty(), POD_READY));
        case RESTART -> {
          restart(names);
          yield Undo.NONE;
        }
        case ROLLING_RESTART -> {
          rollingRestart(names);
          yield Undo.NONE;
        }
        case ROLLING_UPGRADE -> {
          Duration most = OPERATOR.plus(POD_READY.multipliedBy(names.size()));
          yield new Upgraded(PodUpgrade.of(pods, fault.upgradeTo()).upgrade(most));
        }
        default ->
            throw new FaultException(
                fault.kind().key() + " is not possible with pods"); // FaultCheck
      };
    } catch (IOException e) {
      throw new FaultException(Text.message(e), e);
    }
  }

  private void restart(List<String> names) throws IOException, InterruptedException {
    pods.delete(names, OptionalInt.empty(), POD_READY).await();
  }

  /** The controllers restart all of their pods; of some of them this does it. */
  private void rollingRestart(List<String> names) throws IOException, InterruptedException {
    if (names.size() == pods.names().size()) {
      pods.roll(OPERATOR.plus(POD_READY.multipliedBy(names.size())));
      return;
    }
    for (String name : names) {
      restart(List.of(name));
    }
  }

  /** Kubernetes creates deleted pods again without a call. */
  private record CreatedAgain(BrokerPodSet.Wait ready) implements Undo {
    @Override
    public void undo() throws FaultException, InterruptedException {
      try {
        ready.await();
      } catch (IOException e) {
        throw new FaultException(Text.message(e), e);
      }
    }

    @Override
    public boolean happensByItself() {
      return true;
    }
  }
}
