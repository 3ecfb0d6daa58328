package io.tidemark.driver.kafka;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Groups of one kind (one per subscription), with the admin client. Methods block for at most the
 * configured deadline.
 */
interface SubscriptionGroups {
  /** How the framework's subscription names start; groups of others are never touched. */
  String SUBSCRIPTION_PREFIX = "sub-";

  /** The group receives messages published from now on. */
  void createAtEnd(String group, String topic, int partitions)
      throws IOException, InterruptedException;

  /** Messages that groups have not processed, by {@code topic/group}. */
  Map<String, Long> lags(Collection<TopicPartition> partitions, Set<String> groups)
      throws IOException, InterruptedException;

  /**
   * Groups of the framework, also of other workers, without members that have read only these
   * topics. Ask before the topics are deleted: their offsets go with them.
   */
  Set<String> onlyReading(Set<String> topics) throws IOException, InterruptedException;

  /** Deletes those that exist; waits for members that are just leaving. */
  void delete(Collection<String> groups) throws IOException, InterruptedException;

  /** Those of the framework whose partitions are of these topics only, and that have some. */
  static Set<String> only(
      Set<String> topics, Map<String, ? extends Map<TopicPartition, ?>> partitionsByGroup) {
    Set<String> result = new HashSet<>();
    partitionsByGroup.forEach(
        (group, partitions) -> {
          boolean only = partitions.keySet().stream().allMatch(p -> topics.contains(p.topic()));
          if (only && !partitions.isEmpty()) {
            result.add(group);
          }
        });
    return result;
  }
}
