package io.tidemark.driver.kafka;

import io.tidemark.driver.TelemetryReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** How far groups lag behind, and whether replicas do, for the topics that this driver uses. */
final class KafkaTelemetry {
  private final KafkaTopics topics;
  private final KafkaGroups groups;
  private final Map<String, Set<String>> groupsByTopic = new ConcurrentHashMap<>();

  KafkaTelemetry(KafkaTopics topics, KafkaGroups groups) {
    this.topics = topics;
    this.groups = groups;
  }

  void uses(String topic) {
    groupsByTopic.computeIfAbsent(topic, ignored -> ConcurrentHashMap.newKeySet());
  }

  void uses(String topic, String group) {
    uses(topic);
    groupsByTopic.get(topic).add(group);
  }

  /** Groups that this driver has made for the topic, which is not read any more. */
  Set<String> forget(String topic) {
    Set<String> forgotten = groupsByTopic.remove(topic);
    return forgotten == null ? Set.of() : forgotten;
  }

  List<TelemetryReading> read() throws IOException, InterruptedException {
    List<TelemetryReading> readings = new ArrayList<>();
    Map<String, TopicDescription> found = topics.find(groupsByTopic.keySet());
    for (TopicDescription topic : found.values()) {
      long behind =
          topic.partitions().stream().filter(p -> p.isr().size() < p.replicas().size()).count();
      long leaderless =
          topic.partitions().stream()
              .filter(p -> p.leader() == null || p.leader().isEmpty())
              .count();
      readings.add(live("topicUnderReplicatedPartitions", topic.name(), behind));
      readings.add(live("topicLeaderlessPartitions", topic.name(), leaderless));
      if (leaderless == 0) {
        readings.addAll(lags(topic));
      }
    }
    return readings;
  }

  private List<TelemetryReading> lags(TopicDescription topic)
      throws IOException, InterruptedException {
    Set<String> readers = groupsByTopic.getOrDefault(topic.name(), Set.of());
    if (readers.isEmpty()) {
      return List.of();
    }
    Map<TopicPartition, ListOffsetsResultInfo> ends =
        groups.ends(topic.name(), topic.partitions().size());
    Map<String, Long> lagByGroup = new HashMap<>();
    groups
        .committed(readers)
        .forEach((group, committed) -> lagByGroup.put(group, lag(ends, committed)));
    return lagByGroup.entrySet().stream()
        .map(e -> live("subscriptionLagMessages", topic.name() + "/" + e.getKey(), e.getValue()))
        .toList();
  }

  private static long lag(
      Map<TopicPartition, ListOffsetsResultInfo> ends,
      Map<TopicPartition, OffsetAndMetadata> committed) {
    long lag = 0;
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end : ends.entrySet()) {
      OffsetAndMetadata read = committed.get(end.getKey());
      lag += read == null ? 0 : Math.max(0, end.getValue().offset() - read.offset());
    }
    return lag;
  }

  private static TelemetryReading live(String name, String subject, long value) {
    return new TelemetryReading(name, subject, value, 0);
  }
}
