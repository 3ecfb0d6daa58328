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
import org.apache.kafka.clients.admin.AlterShareGroupOffsetsOptions;
import org.apache.kafka.clients.admin.DeleteShareGroupsOptions;
import org.apache.kafka.clients.admin.DescribeShareGroupsOptions;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupNotEmptyException;

/**
 * Share groups: the broker hands each message to one of the members, and has no committed offsets,
 * but a start offset, below which all is done.
 *
 * @param ends reads the ends of topics
 */
record KafkaShareGroups(Admin admin, KafkaGroups ends, Duration timeout)
    implements SubscriptionGroups {

  /** Sets the start offsets to the topic's ends; leaves those of a group that has members. */
  @Override
  public void createAtEnd(String group, String topic, int partitions)
      throws IOException, InterruptedException {
    List<TopicPartition> all =
        IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList();
    Map<TopicPartition, Long> starts = new HashMap<>();
    ends.ends(all).forEach((partition, end) -> starts.put(partition, end.offset()));
    var options = new AlterShareGroupOffsetsOptions().timeoutMs(AdminCalls.millis(timeout));
    try {
      AdminCalls.await(
          admin.alterShareGroupOffsets(group, starts, options).all(),
          timeout,
          "set offsets of topic " + topic + " for share group " + group);
    } catch (IOException e) {
      if (!(e.getCause() instanceof GroupNotEmptyException)) {
        throw e;
      }
    }
  }

  /** Whether the member with this client id shares partitions. */
  boolean hasPartitions(String group, String clientId) throws IOException, InterruptedException {
    var options = new DescribeShareGroupsOptions().timeoutMs(AdminCalls.millis(timeout));
    return AdminCalls.await(
            admin.describeShareGroups(List.of(group), options).all(),
            timeout,
            "describe share group " + group)
        .values()
        .stream()
        .flatMap(description -> description.members().stream())
        .anyMatch(
            member ->
                member.clientId().equals(clientId)
                    && !member.assignment().topicPartitions().isEmpty());
  }

  /** By the broker's own count: messages that are not done, without those that are acquired. */
  @Override
  public Map<String, Long> lags(Collection<TopicPartition> partitions, Set<String> groups)
      throws IOException, InterruptedException {
    Map<String, Long> lags = new HashMap<>();
    offsets(groups)
        .forEach(
            (group, offsets) ->
                offsets.forEach(
                    (partition, found) -> {
                      if (found != null && partitions.contains(partition)) {
                        found
                            .lag()
                            .ifPresent(
                                lag -> lags.merge(partition.topic() + "/" + group, lag, Long::sum));
                      }
                    }));
    return lags;
  }

  private Map<String, Map<TopicPartition, SharePartitionOffsetInfo>> offsets(
      Collection<String> groups) throws IOException, InterruptedException {
    Map<String, ListShareGroupOffsetsSpec> all = new HashMap<>();
    groups.forEach(group -> all.put(group, new ListShareGroupOffsetsSpec()));
    var options = new ListShareGroupOffsetsOptions().timeoutMs(AdminCalls.millis(timeout));
    return AdminCalls.await(
        admin.listShareGroupOffsets(all, options).all(),
        timeout,
        "read the offsets of " + groups.size() + " share groups");
  }

  @Override
  public Set<String> onlyReading(Set<String> topics) throws IOException, InterruptedException {
    ListGroupsOptions empty =
        ListGroupsOptions.forShareGroups()
            .inGroupStates(Set.of(GroupState.EMPTY))
            .timeoutMs(AdminCalls.millis(timeout));
    List<String> ours =
        AdminCalls.await(admin.listGroups(empty).all(), timeout, "list share groups").stream()
            .map(GroupListing::groupId)
            .filter(group -> group.startsWith(SUBSCRIPTION_PREFIX))
            .toList();
    return ours.isEmpty() ? new HashSet<>() : SubscriptionGroups.only(topics, offsets(ours));
  }

  @Override
  public void delete(Collection<String> groups) throws IOException, InterruptedException {
    var options = new DeleteShareGroupsOptions().timeoutMs(AdminCalls.millis(timeout));
    new GroupDeletion(some -> admin.deleteShareGroups(some, options).deletedGroups(), timeout)
        .delete(groups);
  }
}
