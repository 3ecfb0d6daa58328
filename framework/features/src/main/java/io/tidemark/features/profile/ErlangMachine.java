package io.tidemark.features.profile;

import io.tidemark.brokers.cluster.LocalCluster;
import java.io.IOException;

/** Evaluates expressions in the Erlang machine of a node. */
@FunctionalInterface
interface ErlangMachine {

  /**
   * @param purpose what it is for, used in messages
   * @return the result as text
   */
  String evaluate(String purpose, String expression) throws IOException, InterruptedException;

  /** A node of a cluster on this machine. */
  static ErlangMachine local(LocalCluster cluster, int node) {
    return (purpose, expression) -> {
      BrokerRecorder.pid(cluster, node); // Of a node that is down the message is shorter.
      return cluster.evaluate(node, purpose, expression);
    };
  }
}
