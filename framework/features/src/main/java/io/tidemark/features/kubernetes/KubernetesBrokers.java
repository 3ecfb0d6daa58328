package io.tidemark.features.kubernetes;

import io.tidemark.driver.settings.Key;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.fault.FaultInjector;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.grammar.AddedKeys;
import io.tidemark.model.grammar.AddedKeys.Addresses;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.FileKind;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.runs.brokers.RemoteBrokers;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The brokers of a driver's file that are in pods of Kubernetes.
 *
 * @param strimzi the cluster that has their addresses; empty: addresses are in the file
 */
public record KubernetesBrokers(Optional<StrimziSpec> strimzi, BrokerPods pods)
    implements RemoteBrokers {

  /** The keys in driver files. */
  public record InDriver(
      @Key(
              "A Kafka cluster of Strimzi: `${brokers.*}` is replaced with its address and the"
                  + " credentials of a user. Only the process of the coordinator reads them from"
                  + " Kubernetes, once. Not with `localBrokers`.")
          Optional<StrimziSpec> strimzi,
      @Key(
              "The pods of the brokers in Kubernetes, for the faults `kill`, `stop`, `restart` and"
                  + " `rollingRestart`, for profiles, and for their limits and machines in the result;"
                  + " node 1 is the first one by name. With `strimzi` these are the brokers of its cluster by"
                  + " default. Not with `localBrokers`.")
          Optional<BrokerPods> brokerPods) {}

  /** For {@link io.tidemark.features.Features}. */
  public static final AddedKeys KEYS =
      new AddedKeys(
          FileKind.DRIVER,
          "",
          InDriver.class,
          (file, phases) -> check(file),
          Optional.of(
              new Addresses(
                  StrimziSpec.SECTION, StrimziSpec.PLACEHOLDERS, StrimziSpec.SECRET_PLACEHOLDERS)));

  /** For {@link io.tidemark.features.Features}. */
  public static final class Finder implements RemoteBrokers.Finder {
    @Override
    public List<String> keys() {
      return KEYS.names();
    }

    @Override
    public Optional<RemoteBrokers> find(DriverFile file) {
      return in(file).map(found -> found);
    }
  }

  /** Those of a file. */
  public static Optional<KubernetesBrokers> in(DriverFile file) {
    InDriver keys = file.added(InDriver.class);
    return keys.brokerPods()
        .or(() -> keys.strimzi().map(BrokerPods::ofStrimzi))
        .map(pods -> new KubernetesBrokers(keys.strimzi(), pods));
  }

  private static void check(Fields file) {
    KEYS.names().stream()
        .filter(key -> file.has(key) && file.has("localBrokers"))
        .forEach(key -> file.error(key, "cannot be combined with localBrokers"));
  }

  private static KubernetesApi api() {
    return KubernetesAccess.from(System.getenv());
  }

  @Override
  public Map<String, String> addresses() throws IOException, InterruptedException {
    return strimzi.isPresent() ? new StrimziCluster(api()).placeholders(strimzi.get()) : Map.of();
  }

  /** Their limits and machines, as they are now. */
  @Override
  public BrokerConfiguration settings() throws InterruptedException {
    return BrokerPodSettings.read(api(), pods);
  }

  @Override
  public Optional<String> whyNot(FaultSpec fault, String path) {
    return PodFaults.permits(fault.kind())
        ? Optional.empty()
        : Optional.of(
            ("is not possible with the pods of %s; allowed kill, stop, restart, rollingRestart,"
                    + " rollingUpgrade, or use command with undo")
                .formatted(path));
  }

  @Override
  public FaultInjector faults(List<FaultSpec> faults) throws IOException, InterruptedException {
    return PodFaults.of(faults, pods, api());
  }
}
