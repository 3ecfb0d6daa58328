package io.tidemark.cli.brokers;

import io.tidemark.brokers.process.LocalBrokerException;

/**
 * Runs an action for each cluster. A failure is reported in one line and does not stop the others.
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

  /** The exit code of the command. */
  int exitCode() {
    return failed ? BrokersCommand.INFRASTRUCTURE : 0;
  }
}
