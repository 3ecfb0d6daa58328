package io.tidemark.driver.kafka.consumer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;

/**
 * Divides partitions without a group: the first consumers of a subscription that are created
 * together get equal shares. A later one gets the share of one that was closed. Thread-safe.
 */
public final class AssignedPartitions {
  private final Map<String, Queue<List<TopicPartition>>> freeShares = new HashMap<>();

  /** One list of partitions for each consumer; consumers beyond the partitions get empty ones. */
  public synchronized List<List<TopicPartition>> take(
      String topic, int partitions, String subscription, int consumers) {
    Queue<List<TopicPartition>> free =
        freeShares.computeIfAbsent(
            topic + "/" + subscription, key -> divided(topic, partitions, consumers));
    if (free.size() < consumers) {
      throw new IllegalStateException(
          "consumer: assigned: all partitions of topic %s are assigned to other consumers of %s; allowed are no more consumers than were created first"
              .formatted(topic, subscription));
    }
    List<List<TopicPartition>> taken = new ArrayList<>();
    for (int i = 0; i < consumers; i++) {
      taken.add(free.remove());
    }
    return taken;
  }

  private static Queue<List<TopicPartition>> divided(String topic, int partitions, int consumers) {
    Queue<List<TopicPartition>> shares = new ArrayDeque<>();
    for (int i = 0; i < consumers; i++) {
      int share = i;
      shares.add(
          IntStream.range(0, partitions)
              .filter(partition -> partition % consumers == share)
              .mapToObj(partition -> new TopicPartition(topic, partition))
              .toList());
    }
    return shares;
  }

  /** Gives partitions back for a later consumer of the subscription. */
  public synchronized void giveBack(String topic, String subscription, List<TopicPartition> share) {
    freeShares.computeIfAbsent(topic + "/" + subscription, key -> new ArrayDeque<>()).add(share);
  }
}
