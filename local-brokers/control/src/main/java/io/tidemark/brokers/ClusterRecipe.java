package io.tidemark.brokers;

import java.util.Map;
import java.util.Optional;

/** The differences between kinds of broker: layout of a cluster and its readiness check. */
interface ClusterRecipe {

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
}
