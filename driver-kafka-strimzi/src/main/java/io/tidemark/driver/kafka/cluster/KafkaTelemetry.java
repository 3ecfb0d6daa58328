package io.tidemark.driver.kafka.cluster;

import io.tidemark.driver.telemetry.TelemetryReading;
import io.tidemark.driver.topics.CommittedOffset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/** Lag of groups and state of replicas, for the topics of this driver. */
public final class KafkaTelemetry {
  private final KafkaTopics topics;
  private final SubscriptionGroups groups;
  private final Map<String, Set<String>> groupsByTopic = new ConcurrentHashMap<>();
  private volatile Map<String, String> leaders = Map.of();

  public KafkaTelemetry(KafkaTopics topics, SubscriptionGroups groups) {
    this.topics = topics;
    this.groups = groups;
  }

  public void uses(String topic) {
    groups(topic);
  }

  private Set<String> groups(String topic) {
    return groupsByTopic.computeIfAbsent(topic, ignored -> ConcurrentHashMap.newKeySet());
  }

  public void uses(String topic, String group) {
    groups(topic).add(group);
  }

  /** Groups that this driver has made for the topic, which is not read any more. */
  public Set<String> forget(String topic) {
    Set<String> forgotten = groupsByTopic.remove(topic);
    return forgotten == null ? Set.of() : forgotten;
  }

  /** Three requests, however many topics there are. */
  public List<TelemetryReading> read() throws IOException, InterruptedException {
    List<TelemetryReading> readings = new ArrayList<>();
    List<TopicDescription> whole = new ArrayList<>();
    Map<String, String> leading = new HashMap<>();
    for (TopicDescription topic : topics.find(groupsByTopic.keySet()).values()) {
      long behind = count(topic, p -> p.isr().size() < p.replicas().size());
      long leaderless = count(topic, p -> !hasLeader(p));
      readings.add(live("topicUnderReplicatedPartitions", topic.name(), behind));
      readings.add(live("topicLeaderlessPartitions", topic.name(), leaderless));
      if (knowsEligibleLeaders(topic)) {
        long eligible = topic.partitions().stream().mapToLong(p -> p.elr().size()).sum();
        readings.add(live("topicEligibleLeaderReplicas", topic.name(), eligible));
      }
      if (leaderless == 0) {
        whole.add(topic);
      }
      topic.partitions().stream()
          .filter(KafkaTelemetry::hasLeader)
          .forEach(p -> leading.put(topic.name() + "-" + p.partition(), p.leader().idString()));
    }
    leaders = leading;
    readings.addAll(lags(whole));
    return readings;
  }

  /** Brokers without the feature do not report them. */
  private static boolean knowsEligibleLeaders(TopicDescription topic) {
    return topic.partitions().stream().allMatch(p -> p.elr() != null);
  }

  private static boolean hasLeader(TopicPartitionInfo partition) {
    return partition.leader() != null && !partition.leader().isEmpty();
  }

  /** The id of the node that leads each partition, by the last reading. */
  public Map<String, String> leaders() {
    return leaders;
  }

  private static long count(TopicDescription topic, Predicate<TopicPartitionInfo> such) {
    return topic.partitions().stream().filter(such).count();
  }

  private List<TelemetryReading> lags(List<TopicDescription> described)
      throws IOException, InterruptedException {
    List<TopicPartition> partitions = new ArrayList<>();
    Set<String> readers = new HashSet<>();
    for (TopicDescription topic : described) {
      Set<String> ofTopic = groupsByTopic.getOrDefault(topic.name(), Set.of());
      readers.addAll(ofTopic);
      if (!ofTopic.isEmpty()) {
        topic
            .partitions()
            .forEach(p -> partitions.add(new TopicPartition(topic.name(), p.partition())));
      }
    }
    if (readers.isEmpty()) {
      return List.of();
    }
    return groups.lags(partitions, readers).entrySet().stream()
        .map(lag -> live("subscriptionLagMessages", lag.getKey(), lag.getValue()))
        .toList();
  }

  /** Committed offsets of the groups that this driver uses, for its topics. */
  public List<CommittedOffset> committed() throws IOException, InterruptedException {
    Set<String> readers = new HashSet<>();
    groupsByTopic.values().forEach(readers::addAll);
    return readers.isEmpty()
        ? List.of()
        : groups.committed(readers, this::isLed).stream()
            .filter(
                each ->
                    groupsByTopic
                        .getOrDefault(each.topic(), Set.of())
                        .contains(each.subscription()))
            .toList();
  }

  /** By the last reading. Without one, the end of a partition is not known for a long time. */
  private boolean isLed(TopicPartition partition) {
    return leaders.containsKey(partition.toString());
  }

  private static TelemetryReading live(String name, String subject, long value) {
    return new TelemetryReading(name, subject, value, 0);
  }
}
