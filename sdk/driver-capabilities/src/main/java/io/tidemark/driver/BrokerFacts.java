package io.tidemark.driver;

import java.util.Map;

/** A driver that reports facts about its broker, for the environment in the result. */
public interface BrokerFacts {

  /**
   * Facts after initialisation, for example {@code broker.version}, {@code client.version}, {@code
   * nodes}. Never a secret. May block for a few seconds; called outside the measured time.
   */
  Map<String, String> brokerFacts();
}
