package io.tidemark.driver.kafka.cluster;

import io.tidemark.driver.topics.CommittedOffset;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DeleteConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Consumer groups, with committed offsets. */
public final class KafkaGroups extends SubscriptionGroups {
  public KafkaGroups(Admin admin, Duration timeout) {
    super(admin, timeout);
  }

  /** Commits the topic's ends for the group. */
  @Override
  public void createAtEnd(String group, String topic, int partitions)
      throws IOException, InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
    ends(partitionsOf(topic, partitions))
        .forEach((p, end) -> ends.put(p, new OffsetAndMetadata(end.offset())));
    var options = new AlterConsumerGroupOffsetsOptions().timeoutMs(timeoutMillis());
    await(
        admin().alterConsumerGroupOffsets(group, ends, options).all(),
        "commit offsets of topic " + topic + " for group " + group);
  }

  Map<TopicPartition, ListOffsetsResultInfo> ends(Collection<TopicPartition> partitions)
      throws IOException, InterruptedException {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
    var options = new ListOffsetsOptions().timeoutMs(timeoutMillis());
    return await(
        admin().listOffsets(latest, options).all(),
        "read the end offsets of " + partitions.size() + " partitions");
  }

  /**
   * Whether all members have their partitions, and this one has none. With {@code
   * group.protocol=consumer} a group is stable before its members have what they were given.
   */
  public boolean isStableWithNoneFor(String member, String group)
      throws IOException, InterruptedException {
    var options = new DescribeConsumerGroupsOptions().timeoutMs(timeoutMillis());
    ConsumerGroupDescription description =
        await(
                admin().describeConsumerGroups(List.of(group), options).all(),
                "describe group " + group)
            .values()
            .iterator()
            .next();
    return description.groupState() == GroupState.STABLE
        && description.members().stream()
            .filter(each -> each.consumerId().equals(member))
            .allMatch(each -> each.assignment().topicPartitions().isEmpty());
  }

  /** Returns the committed offsets. */
  @Override
  Map<String, Map<TopicPartition, OffsetAndMetadata>> offsets(Collection<String> groups)
      throws IOException, InterruptedException {
    Map<String, ListConsumerGroupOffsetsSpec> all = new HashMap<>();
    groups.forEach(group -> all.put(group, new ListConsumerGroupOffsetsSpec()));
    var options = new ListConsumerGroupOffsetsOptions().timeoutMs(timeoutMillis());
    return await(
        admin().listConsumerGroupOffsets(all, options).all(),
        "read the offsets of " + groups.size() + " groups");
  }

  @Override
  Map<String, Long> lags(Collection<TopicPartition> partitions, Set<String> groups)
      throws IOException, InterruptedException {
    Map<TopicPartition, ListOffsetsResultInfo> ends = ends(partitions);
    Map<String, Long> lags = new HashMap<>();
    offsets(groups)
        .forEach(
            (group, committed) ->
                committed.forEach(
                    (partition, read) -> {
                      ListOffsetsResultInfo end = ends.get(partition);
                      if (end != null && read != null) {
                        long lag = Math.max(0, end.offset() - read.offset());
                        lags.merge(partition.topic() + "/" + group, lag, Long::sum);
                      }
                    }));
    return lags;
  }

  /** The ends of the partitions are read afterwards, so they are behind what was committed. */
  @Override
  List<CommittedOffset> committed(Set<String> groups, Predicate<TopicPartition> ended)
      throws IOException, InterruptedException {
    Map<String, Map<TopicPartition, OffsetAndMetadata>> offsets = offsets(groups);
    Set<TopicPartition> partitions = new HashSet<>();
    offsets.values().forEach(each -> each.keySet().stream().filter(ended).forEach(partitions::add));
    Map<TopicPartition, ListOffsetsResultInfo> ends =
        partitions.isEmpty() ? Map.of() : ends(partitions);
    List<CommittedOffset> committed = new ArrayList<>();
    offsets.forEach(
        (group, byPartition) ->
            byPartition.forEach(
                (partition, read) -> {
                  ListOffsetsResultInfo end = ends.get(partition);
                  if (read != null) {
                    committed.add(
                        new CommittedOffset(
                            partition.topic(),
                            group,
                            partition.partition(),
                            read.offset(),
                            end == null ? -1 : end.offset()));
                  }
                }));
    return committed;
  }

  @Override
  ListGroupsOptions all() {
    return ListGroupsOptions.forConsumerGroups();
  }

  @Override
  Map<String, KafkaFuture<Void>> requestDeletion(Collection<String> groups) {
    var options = new DeleteConsumerGroupsOptions().timeoutMs(timeoutMillis());
    return admin().deleteConsumerGroups(groups, options).deletedGroups();
  }
}
