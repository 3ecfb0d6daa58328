package io.tidemark.brokers.cluster;

import io.tidemark.base.brokers.BrokerKind;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.Polling;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The differences between kinds of broker: layout of a cluster and its readiness check. */
public interface ClusterRecipe {

  /** Installs the server of the cluster if this machine has none. */
  default void requireServer(LocalClusterSpec spec) {}

  /** Fills the directory with configuration and start scripts; starts nothing that lasts. */
  ClusterLayout prepare(ClusterDirectory directory, LocalClusterSpec spec);

  /**
   * Asks the running nodes, without waiting long.
   *
   * @param running the nodes that should serve now, by number
   * @return what is still missing, in a few words; empty when all of them serve
   */
  Optional<String> missing(
      ClusterDirectory directory, ClusterLayout layout, Map<Integer, String> running);

  /**
   * Finds, or installs, the server that the nodes get by an upgrade.
   *
   * @param target the cluster after it
   */
  default ServerUpgrade upgrade(
      ClusterDirectory directory, ClusterLayout layout, LocalClusterSpec target) {
    throw new LocalBrokerException("local " + layout.kind().key() + " cannot be upgraded");
  }

  /**
   * Asks the running nodes which copies of messages are behind.
   *
   * @return in a few words; empty if one more node may stop
   */
  default Optional<String> outOfSync(ClusterLayout layout, Map<Integer, String> running) {
    return Optional.empty();
  }

  /**
   * Whether the broker itself calls a node by this name.
   *
   * @param node its number
   */
  default boolean isNamed(int node, String name) {
    return false;
  }

  /**
   * Raises or ends the memory alarm of a node that runs.
   *
   * @param node its number
   */
  default void memoryAlarm(ClusterDirectory directory, ClusterLayout layout, int node, boolean on) {
    throw new LocalBrokerException(layout.kind().key() + " has no memory alarm");
  }

  /**
   * Evaluates an expression in the Erlang machine of a node that runs.
   *
   * @param purpose what it is for, used in messages
   */
  default String evaluate(ClusterDirectory directory, int node, String purpose, String expression) {
    throw new LocalBrokerException("cannot " + purpose + ": the nodes are not Erlang machines");
  }

  /**
   * Begins to copy topics of another cluster of the same kind; returns when that works.
   *
   * @param way one of {@link BrokerKind#replications()}
   * @param source placeholders of the other cluster
   */
  default void replicate(
      String way,
      ClusterDirectory directory,
      ClusterLayout layout,
      Map<String, String> source,
      List<String> topics,
      Polling deadline) {
    throw new LocalBrokerException(layout.kind().key() + " has no replication");
  }
}
