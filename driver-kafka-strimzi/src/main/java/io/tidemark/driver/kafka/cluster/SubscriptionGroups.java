package io.tidemark.driver.kafka.cluster;

import io.tidemark.driver.topics.CommittedOffset;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;

/**
 * Groups of one kind (one per subscription), with the admin client. Methods block for at most the
 * configured deadline.
 */
public abstract class SubscriptionGroups {
  /** How the framework's subscription names start; groups of others are never touched. */
  private static final String SUBSCRIPTION_PREFIX = "sub-";

  private static final long LOOK_AGAIN_MILLIS = 100;
  private static final Set<GroupState> OVER = Set.of(GroupState.EMPTY, GroupState.DEAD);

  private final Admin admin;
  private final Duration timeout;

  public SubscriptionGroups(Admin admin, Duration timeout) {
    this.admin = admin;
    this.timeout = timeout;
  }

  /** The group receives messages published from now on. */
  public abstract void createAtEnd(String group, String topic, int partitions)
      throws IOException, InterruptedException;

  /** Messages that groups have not processed, by {@code topic/group}. */
  abstract Map<String, Long> lags(Collection<TopicPartition> partitions, Set<String> groups)
      throws IOException, InterruptedException;

  /**
   * Committed offsets of groups; none if groups of this kind have no such offsets.
   *
   * @param ended partitions whose ends are read, too
   */
  List<CommittedOffset> committed(Set<String> groups, Predicate<TopicPartition> ended)
      throws IOException, InterruptedException {
    return List.of();
  }

  /** All groups of this kind. */
  abstract ListGroupsOptions all();

  /** What the broker knows of each partition of groups; a group that does not exist has none. */
  abstract Map<String, ? extends Map<TopicPartition, ?>> offsets(Collection<String> groups)
      throws IOException, InterruptedException;

  /** Requests the deletion, with an answer for each group. */
  abstract Map<String, KafkaFuture<Void>> requestDeletion(Collection<String> groups);

  final Admin admin() {
    return admin;
  }

  final int timeoutMillis() {
    return AdminCalls.millis(timeout);
  }

  final <T> T await(KafkaFuture<T> answer, String what) throws IOException, InterruptedException {
    return AdminCalls.await(answer, timeout, what);
  }

  static List<TopicPartition> partitionsOf(String topic, int partitions) {
    return IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList();
  }

  /**
   * Groups of the framework, also of other workers, that have read only these topics. Members of
   * other workers may be leaving at this moment. Ask before the topics are deleted: their offsets
   * go with them.
   */
  public final Set<String> onlyReading(Set<String> topics)
      throws IOException, InterruptedException {
    List<String> ours =
        await(admin.listGroups(all().timeoutMs(timeoutMillis())).all(), "list groups").stream()
            .map(GroupListing::groupId)
            .filter(group -> group.startsWith(SUBSCRIPTION_PREFIX))
            .toList();
    Set<String> result = new HashSet<>();
    if (!ours.isEmpty()) {
      offsets(ours)
          .forEach(
              (group, partitions) -> {
                boolean only =
                    partitions.keySet().stream().allMatch(p -> topics.contains(p.topic()));
                if (only && !partitions.isEmpty()) {
                  result.add(group);
                }
              });
    }
    return result;
  }

  /** Topics that groups which have members at this moment have read. */
  public final Set<String> readByMembers() throws IOException, InterruptedException {
    List<String> groups =
        await(admin.listGroups(all().timeoutMs(timeoutMillis())).all(), "list groups").stream()
            .filter(group -> group.groupState().filter(state -> !OVER.contains(state)).isPresent())
            .map(GroupListing::groupId)
            .toList();
    Set<String> topics = new HashSet<>();
    if (!groups.isEmpty()) {
      offsets(groups)
          .values()
          .forEach(read -> read.keySet().forEach(partition -> topics.add(partition.topic())));
    }
    return topics;
  }

  /** Deletes those that exist; waits for members that are just leaving. */
  public final void delete(Collection<String> groups) throws IOException, InterruptedException {
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    Collection<String> left = groups;
    while (!left.isEmpty()) {
      List<String> occupied = new ArrayList<>();
      for (Map.Entry<String, KafkaFuture<Void>> answer : requestDeletion(left).entrySet()) {
        if (!isGone(answer.getKey(), answer.getValue(), System.nanoTime() > deadlineNanos)) {
          occupied.add(answer.getKey());
        }
      }
      left = occupied;
      Thread.sleep(left.isEmpty() ? 0 : LOOK_AGAIN_MILLIS);
    }
  }

  /** False if it has members, which is an error after the deadline. */
  private boolean isGone(String group, KafkaFuture<Void> answer, boolean late)
      throws IOException, InterruptedException {
    try {
      await(answer, "delete group " + group);
      return true;
    } catch (IOException e) {
      if (e.getCause() instanceof GroupNotEmptyException && !late) {
        return false;
      }
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return true;
      }
      throw e;
    }
  }
}
