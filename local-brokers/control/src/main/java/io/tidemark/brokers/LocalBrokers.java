package io.tidemark.brokers;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.artemis.JmsRecipe;
import io.tidemark.brokers.cluster.ClusterRecipe;
import io.tidemark.brokers.cluster.ConfiguredPlaces;
import io.tidemark.brokers.cluster.LocalBrokersHome;
import io.tidemark.brokers.cluster.LocalCluster;
import io.tidemark.brokers.cluster.OrphanedClusters;
import io.tidemark.brokers.cluster.ProcessCluster;
import io.tidemark.brokers.command.CommandRecipe;
import io.tidemark.brokers.docker.DockerEngines;
import io.tidemark.brokers.kafka.KafkaRecipe;
import io.tidemark.brokers.kafka.KafkaServers;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.rabbitmq.RabbitMqRecipe;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** Starts local clusters. Thread-safe; clusters are independent. */
public final class LocalBrokers {
  private LocalBrokers() {}

  /**
   * Starts a cluster on free loopback ports with private data and waits until it serves. The
   * cluster ends with {@link LocalCluster#close()}, and with this process at the latest, even if
   * that is killed. A start that fails leaves nothing behind.
   *
   * @param deadline for the cluster to become ready, unless the specification has one; also that of
   *     each later restart
   * @param progress gets a line for a human now and then, on the calling thread
   * @throws LocalBrokerException if it cannot be started; the message says why
   */
  public static LocalCluster start(
      LocalClusterSpec spec, LocalBrokersHome home, Duration deadline, Consumer<String> progress) {
    OrphanedClusters.reap(home.stateDirectory(), progress);
    String name = spec.kind() + "-" + UUID.randomUUID().toString().substring(0, 8);
    return guarded(name, spec, home, deadline, progress);
  }

  /**
   * Installs the server of a cluster if it is missing and the home permits that; nothing is
   * started.
   *
   * @throws LocalBrokerException if there is none then; the message says what to do
   */
  public static void requireServer(
      LocalClusterSpec spec, LocalBrokersHome home, Consumer<String> progress) {
    recipe(spec.brokerKind(), home, progress).requireServer(spec);
  }

  /** The first cluster of Kafka also archives its classes, if the home permits that. */
  static ProcessCluster guarded(
      String name,
      LocalClusterSpec spec,
      LocalBrokersHome home,
      Duration deadline,
      Consumer<String> progress) {
    if (spec.brokerKind() == BrokerKind.KAFKA && home.installs()) {
      new KafkaArchiveWriter(home, progress).makeIfPossible(spec);
    }
    ClusterRecipe recipe = recipe(spec.brokerKind(), home, progress);
    ProcessCluster cluster = ClusterStart.guarded(name, spec, home, recipe, deadline, progress);
    assert cluster.placeholders().keySet().equals(spec.placeholders()) : spec.placeholders();
    return cluster;
  }

  static ClusterRecipe recipe(BrokerKind kind, LocalBrokersHome home, Consumer<String> progress) {
    return switch (kind) {
      case KAFKA -> new KafkaRecipe(new KafkaServers(home, progress));
      case RABBITMQ ->
          new RabbitMqRecipe(
              home,
              Optional.ofNullable(System.getenv("PATH")).orElse(""),
              DockerEngines.ofProcess(),
              progress);
      case JMS -> new JmsRecipe(ConfiguredPlaces.ofProcess());
      case COMMAND -> new CommandRecipe();
    };
  }
}
