package io.tidemark.runs.fault;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFile.LocalBrokers;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultSpec.Place;
import io.tidemark.model.fault.FaultTarget.Choice;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.Problems;
import io.tidemark.runs.brokers.RemoteBrokers;
import io.tidemark.worker.driver.DriverCatalog;
import io.tidemark.worker.driver.DriverLoadException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Whether the faults of a workload are possible with a driver file; before anything is started. */
public record FaultCheck(DriverCatalog catalog, Problems problems) {
  /** The version whose nodes can be cut off from each other. */
  private static final String RABBITMQ = "3.10";

  public void check(Workload workload, DriverFile driver) {
    workload.faults().stream()
        .filter(FaultSpec::isForBrokers)
        .forEach(fault -> why(fault, driver).ifPresent(text -> report(fault, text)));
    if (driver.localBrokers().isPresent()) {
      LocalUpgrade.upgrades(workload).stream()
          .skip(1)
          .forEach(fault -> report(fault, "only one rollingUpgrade in a run is possible"));
    }
  }

  private void report(FaultSpec fault, String text) {
    Problems own = problems.ofOneFile();
    Place place = fault.place().orElseThrow();
    own.error(place.mark(), place.path(), text);
    problems.add(own);
  }

  /** Why it is not possible; empty if it is. */
  private Optional<String> why(FaultSpec fault, DriverFile driver) {
    Optional<LocalBrokers> brokers = driver.localBrokers();
    if (brokers.isEmpty()) {
      return elsewhere(fault, driver).or(() -> leader(fault, driver));
    }
    if (fault.kind().needsProxies() && !"true".equals(brokers.get().options().get("proxy"))) {
      return Optional.of(
          "needs brokers behind proxies; allowed with localBrokers.proxy: true in "
              + driver.path());
    }
    if (fault.kind() == FaultKind.PARTITION && brokers.get().nodes() > 1) {
      return partition(brokers.get(), driver).or(() -> node(fault, driver, brokers.get().nodes()));
    }
    if (fault.kind() == FaultKind.ROLLING_UPGRADE) {
      return LocalUpgrade.problem(fault, brokers.get(), driver);
    }
    if (fault.kind() == FaultKind.MEMORY_ALARM && !brokers.get().kind().equals("rabbitmq")) {
      return Optional.of(
          "needs RabbitMQ, got %s in %s; allowed with localBrokers.kind: rabbitmq"
              .formatted(brokers.get().kind(), driver.path()));
    }
    return node(fault, driver, brokers.get().nodes());
  }

  private Optional<String> node(FaultSpec fault, DriverFile driver, int nodes) {
    if (fault.target().choice() == Choice.NODE && fault.target().number() > nodes) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "there is no such node in %s, got %d; allowed 1 to %d",
              driver.path(),
              fault.target().number(),
              nodes));
    }
    return leader(fault, driver);
  }

  /** What is known not to work, or was not tested, with several nodes. */
  private static Optional<String> partition(LocalBrokers brokers, DriverFile driver) {
    if (brokers.kind().equals("command")) {
      return Optional.of(
          "nodes of localBrokers.kind: command reach each other without proxies, so only clients"
              + " would be cut off; allowed with kafka and rabbitmq, or use freeze");
    }
    if (!brokers.kind().equals("rabbitmq")) {
      return Optional.empty();
    }
    Map<String, String> options = brokers.options();
    if (!RABBITMQ.equals(options.get("version")) || options.containsKey("home")) {
      return Optional.of(
          "works with localBrokers.version: %s and without home; nodes of version 4 do not return to"
                  .formatted(RABBITMQ)
              + " the cluster afterwards; use freeze");
    }
    Map<String, Object> settings = driver.configuration();
    boolean streams =
        settings.containsKey("streamUris")
            || "stream".equalsIgnoreCase(String.valueOf(settings.get("queueType")));
    return streams
        ? Optional.of(
            "replicas of streams reach each other without proxies, so only clients would be cut"
                + " off; allowed with quorum and classic queues, or use freeze")
        : Optional.empty();
  }

  /** The problem of a fault on brokers that the benchmark does not start. */
  private static Optional<String> elsewhere(FaultSpec fault, DriverFile driver) {
    return RemoteBrokers.of(driver)
        .map(brokers -> brokers.whyNot(fault, driver.path()))
        .orElseGet(
            () ->
                Optional.of(
                    ("needs brokers that the benchmark reaches, but %s has no localBrokers; allowed"
                            + " with %s, or use command with undo")
                        .formatted(driver.path(), String.join(" or ", RemoteBrokers.keys()))));
  }

  private Optional<String> leader(FaultSpec fault, DriverFile driver) {
    if (fault.target().choice() == Choice.LEADER && !reportsLeaders(driver)) {
      return Optional.of(
          ("the driver of %s does not report leaders, got leader; allowed random, all or the"
                  + " number of a node")
              .formatted(driver.path()));
    }
    return Optional.empty();
  }

  private boolean reportsLeaders(DriverFile driver) {
    try {
      return catalog.describe(driver.driverClass(), Map.of()).reportsLeaders();
    } catch (DriverLoadException e) {
      return true; // Reported with the driver file.
    }
  }
}
