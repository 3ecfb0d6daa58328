package io.tidemark.driver.kafka.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterShareGroupOffsetsOptions;
import org.apache.kafka.clients.admin.DeleteShareGroupsOptions;
import org.apache.kafka.clients.admin.DescribeShareGroupsOptions;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupNotEmptyException;

/**
 * Share groups: the broker hands each message to one of the members, and has no committed offsets,
 * but a start offset, below which all is done.
 */
public final class KafkaShareGroups extends SubscriptionGroups {
  private final KafkaGroups ends;

  /**
   * @param ends reads the ends of topics
   */
  public KafkaShareGroups(Admin admin, KafkaGroups ends, Duration timeout) {
    super(admin, timeout);
    this.ends = ends;
  }

  /**
   * Sets the start offsets to the topic's ends; leaves those that are set, and those of a group
   * that has members. A group without members may have messages to deliver.
   */
  @Override
  public void createAtEnd(String group, String topic, int partitions)
      throws IOException, InterruptedException {
    Map<TopicPartition, SharePartitionOffsetInfo> set =
        offsets(List.of(group)).getOrDefault(group, Map.of());
    List<TopicPartition> unset =
        partitionsOf(topic, partitions).stream().filter(each -> set.get(each) == null).toList();
    if (unset.isEmpty()) {
      return;
    }
    Map<TopicPartition, Long> starts = new HashMap<>();
    ends.ends(unset).forEach((partition, end) -> starts.put(partition, end.offset()));
    var options = new AlterShareGroupOffsetsOptions().timeoutMs(timeoutMillis());
    try {
      await(
          admin().alterShareGroupOffsets(group, starts, options).all(),
          "set offsets of topic " + topic + " for share group " + group);
    } catch (IOException e) {
      if (!(e.getCause() instanceof GroupNotEmptyException)) {
        throw e;
      }
    }
  }

  /** Whether the member with this client id shares partitions. */
  public boolean hasPartitions(String group, String clientId)
      throws IOException, InterruptedException {
    var options = new DescribeShareGroupsOptions().timeoutMs(timeoutMillis());
    return await(
            admin().describeShareGroups(List.of(group), options).all(),
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
  Map<String, Long> lags(Collection<TopicPartition> partitions, Set<String> groups)
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

  @Override
  Map<String, Map<TopicPartition, SharePartitionOffsetInfo>> offsets(Collection<String> groups)
      throws IOException, InterruptedException {
    Map<String, ListShareGroupOffsetsSpec> all = new HashMap<>();
    groups.forEach(group -> all.put(group, new ListShareGroupOffsetsSpec()));
    var options = new ListShareGroupOffsetsOptions().timeoutMs(timeoutMillis());
    return await(
        admin().listShareGroupOffsets(all, options).all(),
        "read the offsets of " + groups.size() + " share groups");
  }

  @Override
  ListGroupsOptions all() {
    return ListGroupsOptions.forShareGroups();
  }

  @Override
  Map<String, KafkaFuture<Void>> requestDeletion(Collection<String> groups) {
    var options = new DeleteShareGroupsOptions().timeoutMs(timeoutMillis());
    return admin().deleteShareGroups(groups, options).deletedGroups();
  }
}
