package io.tidemark.cli.brokers;

import io.tidemark.brokers.LocalBrokerException;

/**
 * Does something with one cluster after another. What fails with one of them is one line, and keeps
 * no other from its turn.
 */
final class EachCluster {
  private final BrokersCommand brokers;
  private boolean failed;

  EachCluster(BrokersCommand brokers) {
    this.brokers = brokers;
  }

  /** With the cluster of this name. */
  void with(String name, Runnable action) {
    try {
      action.run();
    } catch (LocalBrokerException e) {
      failed = true;
      brokers.progress("brokers: cluster '" + name + "': " + e.getMessage());
    }
  }

  /** Of the command. */
  int exitCode() {
    return failed ? BrokersCommand.INFRASTRUCTURE : 0;
  }
}
