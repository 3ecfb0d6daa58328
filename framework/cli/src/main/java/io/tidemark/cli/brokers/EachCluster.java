package io.tidemark.cli.brokers;

import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.runs.ExitCode;

/**
 * Runs an action for each cluster. A failure is reported in one line and does not stop the others.
 */
final class EachCluster {
  private final BrokerHost brokers;
  private boolean failed;

  EachCluster(BrokerHost brokers) {
    this.brokers = brokers;
  }

  /** Runs the action with the cluster of this name. */
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
    return (failed ? ExitCode.INFRASTRUCTURE : ExitCode.OK).code();
  }
}
