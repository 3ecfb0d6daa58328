package io.tidemark.cli.brokers;

import io.tidemark.brokers.BrokerRegistry;
import io.tidemark.brokers.cluster.LocalBrokersHome;

/** Where the commands of {@code bin/brokers} find clusters and print. */
interface BrokerHost {
  LocalBrokersHome home();

  default BrokerRegistry registry() {
    return new BrokerRegistry(home());
  }

  /** Prints a result. */
  void say(String line);

  /** Prints progress, or a problem. */
  void progress(String line);
}
