package io.tidemark.driver.testkit;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What the broker itself has, read without the driver under test: with the broker's own tool or
 * client. It shows errors that a driver hides from itself. Each method is optional.
 */
public interface BrokerView {
  /** Names of all that topics and subscriptions consist of: topics, queues, consumer groups. */
  default Optional<Set<String>> names() throws Exception {
    return Optional.empty();
  }

  /** Messages of a subscription that wait, or are delivered and not acknowledged. */
  default OptionalLong unacknowledged(String topic, String subscription) throws Exception {
    return OptionalLong.empty();
  }

  /** Facts as {@link io.tidemark.driver.BrokerFacts}, of those that the broker itself shows. */
  default Map<String, String> facts() throws Exception {
    return Map.of();
  }

  /** The partition in which the topic has the message with this body, which is unique. */
  default OptionalInt partition(String topic, byte[] body) throws Exception {
    return OptionalInt.empty();
  }
}
