package io.tidemark.driver.kafka;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DeleteConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;

/**
 * Consumer groups (one per subscription), with the admin client. Methods block for at most the
 * configured deadline.
 */
record KafkaGroups(Admin admin, Duration timeout) implements SubscriptionGroups {

  /** Commits the topic's ends for the group. */
  @Override
  public void createAtEnd(String group, String topic, int partitions)
      throws IOException, InterruptedException {
    List<TopicPartition> all =
        IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList();
    Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
    ends(all).forEach((p, end) -> ends.put(p, new OffsetAndMetadata(end.offset())));
    AdminCalls.await(
        admin
            .alterConsumerGroupOffsets(
                group,
                ends,
                new AlterConsumerGroupOffsetsOptions().timeoutMs(AdminCalls.millis(timeout)))
            .all(),
        timeout,
        "commit offsets of topic " + topic + " for group " + group);
  }

  Map<TopicPartition, ListOffsetsResultInfo> ends(Collection<TopicPartition> partitions)
      throws IOException, InterruptedException {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
    return AdminCalls.await(
        admin
            .listOffsets(latest, new ListOffsetsOptions().timeoutMs(AdminCalls.millis(timeout)))
            .all(),
        timeout,
        "read the end offsets of " + partitions.size() + " partitions");
  }

  /** Whether all members have their partitions. */
  boolean isStable(String group) throws IOException, InterruptedException {
    ConsumerGroupDescription description =
        AdminCalls.await(
                admin
                    .describeConsumerGroups(
                        List.of(group),
                        new DescribeConsumerGroupsOptions().timeoutMs(AdminCalls.millis(timeout)))
                    .all(),
                timeout,
                "describe group " + group)
            .values()
            .iterator()
            .next();
    return description.groupState() == GroupState.STABLE;
  }

  /** Committed offsets by group; a group that does not exist has none. */
  Map<String, Map<TopicPartition, OffsetAndMetadata>> committed(Collection<String> groups)
      throws IOException, InterruptedException {
    Map<String, ListConsumerGroupOffsetsSpec> all = new HashMap<>();
    groups.forEach(group -> all.put(group, new ListConsumerGroupOffsetsSpec()));
    return AdminCalls.await(
        admin
            .listConsumerGroupOffsets(
                all, new ListConsumerGroupOffsetsOptions().timeoutMs(AdminCalls.millis(timeout)))
            .all(),
        timeout,
        "read the offsets of " + groups.size() + " groups");
  }

  @Override
  public Map<String, Long> lags(Collection<TopicPartition> partitions, Set<String> groups)
      throws IOException, InterruptedException {
    Map<TopicPartition, ListOffsetsResultInfo> ends = ends(partitions);
    Map<String, Long> lags = new HashMap<>();
    committed(groups)
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

  @Override
  public Set<String> onlyReading(Set<String> topics) throws IOException, InterruptedException {
    ListGroupsOptions empty =
        ListGroupsOptions.forConsumerGroups()
            .inGroupStates(Set.of(GroupState.EMPTY))
            .timeoutMs(AdminCalls.millis(timeout));
    Collection<GroupListing> listed =
        AdminCalls.await(admin.listGroups(empty).all(), timeout, "list consumer groups");
    List<String> ours =
        listed.stream()
            .map(GroupListing::groupId)
            .filter(group -> group.startsWith(SUBSCRIPTION_PREFIX))
            .toList();
    return ours.isEmpty() ? new HashSet<>() : SubscriptionGroups.only(topics, committed(ours));
  }

  @Override
  public void delete(Collection<String> groups) throws IOException, InterruptedException {
    var options = new DeleteConsumerGroupsOptions().timeoutMs(AdminCalls.millis(timeout));
    new GroupDeletion(some -> admin.deleteConsumerGroups(some, options).deletedGroups(), timeout)
        .delete(groups);
  }
}
