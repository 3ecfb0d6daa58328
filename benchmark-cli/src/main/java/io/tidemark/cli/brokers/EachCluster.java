package io.tidemark.cli.brokers;

import io.tidemark.brokers.LocalBrokerException;
import java.util.List;
import java.util.function.Consumer;

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

  /** With every cluster of these names. */
  EachCluster of(List<String> names, Consumer<String> action) {
    for (String name : names) {
      try {
        action.accept(name);
      } catch (LocalBrokerException e) {
        failed = true;
        brokers.progress("brokers: cluster '" + name + "': " + e.getMessage());
      }
    }
    return this;
  }

  /** Of the command. */
  int exitCode() {
    return failed ? BrokersCommand.INFRASTRUCTURE : 0;
  }
}
