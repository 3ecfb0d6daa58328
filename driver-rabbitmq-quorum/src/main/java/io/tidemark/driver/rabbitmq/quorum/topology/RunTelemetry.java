package io.tidemark.driver.rabbitmq.quorum.topology;

import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.ManagementTelemetry;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Adds the run's queues to the telemetry, if enabled. Every worker adds a topic's queues by their
 * names, which follow from the topic's name. Thread-safe.
 *
 * @param misleading readings that consumers who refuse messages make different from what the run
 *     counts: a refused message is delivered and not received, one that is refused for good is
 *     never acknowledged
 */
public record RunTelemetry(
    Optional<ManagementTelemetry> telemetry, QuorumTopology topology, Set<String> misleading) {

  /** Without a management address there is none, and nothing is read. */
  public static RunTelemetry of(
      QuorumConfiguration configuration,
      Optional<ManagementApi> management,
      QuorumTopology topology,
      Consumer<DriverEvent> events)
      throws IOException {
    Set<String> misleading =
        topology.outcomes().any()
            ? Set.of(TelemetryReading.RUN_DELIVERED, TelemetryReading.RUN_ACKNOWLEDGED)
            : Set.of();
    if (management.isEmpty()) {
      return new RunTelemetry(Optional.empty(), topology, misleading);
    }
    ManagementTelemetry telemetry =
        configuration.brokers().telemetry(management.get(), configuration.amqpUris(), events);
    return new RunTelemetry(Optional.of(telemetry), topology, misleading);
  }

  public void topic(String topic) {
    if (topology.topicsAreQueues()) {
      queue(topology.queueOf(topic));
    } else {
      telemetry.ifPresent(each -> each.watchBelow(topic));
    }
  }

  /** A queue whose counts may be older than the run, or go with it. */
  public void queue(String name) {
    queues(List.of(name));
  }

  /** Queues whose counts may be older than the run, or go with it. */
  public void queues(List<String> names) {
    telemetry.ifPresent(each -> each.watch(names));
  }

  /** Queues whose counts are the run's own, unless topics are queues. */
  public void subscription(String topic, String subscription, List<String> queues) {
    if (topology.topicsAreQueues()) {
      queues(queues);
    } else {
      telemetry.ifPresent(each -> each.count(topic, subscription, queues));
    }
  }

  /** Size of the cluster; empty if it is not known. */
  public OptionalInt nodes() {
    return telemetry.map(ManagementTelemetry::nodes).orElse(OptionalInt.empty());
  }

  public Map<String, String> leaders() {
    return telemetry.map(ManagementTelemetry::leaders).orElse(Map.of());
  }

  public List<TelemetryReading> read() throws IOException, InterruptedException {
    return telemetry.isEmpty()
        ? List.of()
        : telemetry.get().read().stream()
            .filter(reading -> !misleading.contains(reading.name()))
            .toList();
  }
}
