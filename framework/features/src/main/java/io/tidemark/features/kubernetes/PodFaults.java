package io.tidemark.features.kubernetes;

import io.tidemark.model.fault.FaultException;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultInjector.Undo;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultTarget.Choice;
import io.tidemark.model.fault.Upgraded;
import io.tidemark.model.result.Text;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Faults of brokers in pods of Kubernetes: deletes, restarts and upgrades pods. */
record PodFaults(BrokerPodSet pods) implements FaultInjector {
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

  /**
   * Finds the pods.
   *
   * @throws IOException if they cannot be found, or lack one that a fault names, or if an upgrade
   *     is not possible
   */
  static PodFaults of(List<FaultSpec> faults, BrokerPods spec, KubernetesApi api)
      throws IOException, InterruptedException {
    PodFaults found = new PodFaults(BrokerPodSet.find(api, spec));
    found.requireNodes(faults);
    found.requireUpgrades(faults);
    return found;
  }

  private void requireNodes(List<FaultSpec> faults) throws IOException {
    int nodes = pods.names().size();
    for (FaultSpec fault : faults) {
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
  private void requireUpgrades(List<FaultSpec> faults) throws IOException, InterruptedException {
    Optional<PodUpgrade> last = Optional.empty();
    for (FaultSpec fault : faults) {
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
  @Override
  public List<Integer> nodes() {
    return IntStream.rangeClosed(1, pods.names().size()).boxed().toList();
  }

  @Override
  public List<Integer> running() {
    return nodes();
  }

  @Override
  public String nameOf(int node) {
    return pods.names().get(node - 1);
  }

  @Override
  public OptionalInt numberOf(String driversName) {
    return pods.numberOf(driversName);
  }

  @Override
  public Undo inject(FaultSpec fault, List<Integer> nodes)
      throws FaultException, InterruptedException {
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
