package io.tidemark.driver;

import java.util.Map;

/** A driver that tells what it is connected to: for the result's record of the environment. */
public interface BrokerFacts {

  /**
   * Facts after initialisation, for example {@code broker.version}, {@code client.version}, {@code
   * nodes}. Never a secret. May block for a few seconds; called outside the measured time.
   */
  Map<String, String> brokerFacts();
}
