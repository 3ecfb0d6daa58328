package io.tidemark.runs.fault;

import io.tidemark.base.brokers.UpgradePath;
import io.tidemark.brokers.kafka.KafkaServers;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.spec.LocalClusterSpec;
import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFile.LocalBrokers;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.result.Text;
import io.tidemark.model.workload.Workload;
import java.util.List;
import java.util.Optional;

/** The rolling upgrade of local brokers. */
public final class LocalUpgrade {
  private LocalUpgrade() {}

  /**
   * The cluster after the upgrade; empty if no fault upgrades local brokers.
   *
   * @throws IllegalArgumentException if there can be no such cluster
   */
  public static Optional<LocalClusterSpec> target(Workload workload, DriverFile driver) {
    return driver
        .localBrokers()
        .flatMap(
            brokers ->
                upgrades(workload).stream().findFirst().map(fault -> target(fault, brokers)));
  }

  private static LocalClusterSpec target(FaultSpec fault, LocalBrokers brokers) {
    return spec(brokers).upgradedTo(fault.upgradeTo(), fault.upgradeHome());
  }

  private static LocalClusterSpec spec(LocalBrokers brokers) {
    return LocalClusterSpec.of(brokers.kind(), brokers.nodes(), brokers.options());
  }

  static List<FaultSpec> upgrades(Workload workload) {
    return workload.faults().stream()
        .filter(fault -> fault.kind() == FaultKind.ROLLING_UPGRADE)
        .toList();
  }

  /** Why it is not possible; empty if it is. */
  static Optional<String> problem(FaultSpec fault, LocalBrokers brokers, DriverFile driver) {
    return why(fault, brokers)
        .map(
            why ->
                "is not possible with the local brokers of %s: %s".formatted(driver.path(), why));
  }

  private static Optional<String> why(FaultSpec fault, LocalBrokers brokers) {
    return switch (brokers.kind()) {
      case "kafka" -> whyNotKafka(fault, brokers);
      case "rabbitmq" ->
          Optional.of(
              "of the local versions of RabbitMQ, 3.10, 4 (4.0) and 4.3, none can follow another one:"
                  + " 4.0 needs 3.13 before it, and 4.3 needs 4.2; got to: "
                  + fault.upgradeTo()
                  + "; use command with undo, or brokers that an operator upgrades");
      default ->
          Optional.of(
              "the versions of local "
                  + brokers.kind()
                  + " are not known; allowed with kafka, or use command with undo");
    };
  }

  private static Optional<String> whyNotKafka(FaultSpec fault, LocalBrokers brokers) {
    try {
      return UpgradePath.kafkaProblem(
          KafkaServers.version(spec(brokers)), KafkaServers.version(target(fault, brokers)));
    } catch (IllegalArgumentException | LocalBrokerException e) {
      return Optional.of(Text.message(e) + ", or the folder of the new server in home");
    }
  }
}
