package io.tidemark.model.workload;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Topics and their clients, as OMB counts them.
 *
 * @param topics number of topics
 * @param partitionsPerTopic partitions of each
 * @param topicNames existing topics to use instead of making some; empty for none
 * @param fromRun the run whose messages the existing topics hold; only with pattern consume-only
 * @param subscriptionsPerTopic subscriptions of each topic
 * @param producersPerTopic producers of each topic
 * @param consumerPerSubscription consumers of each subscription
 */
public record DestinationSpec(
    int topics,
    int partitionsPerTopic,
    List<String> topicNames,
    Optional<EarlierRun> fromRun,
    int subscriptionsPerTopic,
    int producersPerTopic,
    int consumerPerSubscription) {
  public DestinationSpec {
    topicNames = List.copyOf(topicNames);
    Objects.requireNonNull(fromRun);
  }
}
