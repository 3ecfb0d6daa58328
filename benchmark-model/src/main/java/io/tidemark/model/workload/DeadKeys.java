package io.tidemark.model.workload;

import java.util.Map;

/** Keys of older OMB versions and of known forks: no error, only a warning. */
final class DeadKeys {
  private DeadKeys() {}

  /** What to know about each. */
  static Map<String, String> ofWorkloads() {
    return Map.of(
        "acceptableBacklog", "a fork's key; see objectives (backlog)",
        "producerPauseDuringDrain", "a fork's key; see pattern: fill-then-drain",
        "subscriptionName", "an old key of OMB; subscriptions are named by the run",
        "consumersPerTopic", "a fork's key; see subscriptionsPerTopic, consumerPerSubscription",
        "topicsPerProducer", "a fork's key; see producersPerTopic",
        "logIdealData", "a fork's key");
  }
}
