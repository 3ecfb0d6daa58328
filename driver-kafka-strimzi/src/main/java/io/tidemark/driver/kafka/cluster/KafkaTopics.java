package io.tidemark.driver.kafka.cluster;

import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.kafka.config.KafkaConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DeleteTopicsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Topics, by the admin client. Methods block for at most the configured deadline. */
public record KafkaTopics(Admin admin, KafkaConfiguration configuration) {
  public static final String PREFIX = "test-topic";

  /** A KRaft controller refuses requests that make more than 10,000 records. */
  private static final int MAX_PARTITIONS_PER_REQUEST = 5_000;

  private static final long LOOK_AGAIN_MILLIS = 50;

  /** A broker may learn of a topic later than the one that was asked when it was created. */
  private static final Duration METADATA_LAG = Duration.ofSeconds(10);

  /** Creates them all and waits until each partition has a leader that takes messages. */
  public void create(List<TopicInfo> topics) throws IOException, InterruptedException {
    long deadlineNanos = System.nanoTime() + configuration.creationTimeout().toNanos();
    List<NewTopic> batch = new ArrayList<>();
    int partitions = 0;
    for (TopicInfo topic : topics) {
      if (!batch.isEmpty() && partitions + topic.getPartitions() > MAX_PARTITIONS_PER_REQUEST) {
        create(batch, deadlineNanos);
        batch.clear();
        partitions = 0;
      }
      batch.add(newTopic(topic));
      partitions += topic.getPartitions();
    }
    create(batch, deadlineNanos);
    Map<String, Integer> created =
        topics.stream().collect(Collectors.toMap(TopicInfo::getTopic, TopicInfo::getPartitions));
    await(
        created.keySet(),
        names -> leaderless(names, created),
        deadlineNanos,
        missing -> late(topics.size(), "these have partitions without a leader: ", missing));
    await(
        created.keySet(),
        names -> unserved(names, created, left(deadlineNanos)),
        deadlineNanos,
        missing -> late(topics.size(), "brokers do not know these: ", missing));
  }

  private String late(int topics, String what, Collection<String> missing) {
    return String.format(
        Locale.ROOT,
        "created %d topics, but after %d s %s%s",
        topics,
        configuration.creationTimeout().toSeconds(),
        what,
        missing.stream().limit(5).toList());
  }

  private NewTopic newTopic(TopicInfo topic) {
    int replicas = configuration.replicationFactor();
    return new NewTopic(
            topic.getTopic(),
            Optional.of(topic.getPartitions()),
            replicas == KafkaConfiguration.BROKER_DEFAULT
                ? Optional.empty()
                : Optional.of((short) replicas))
        .configs(configuration.topicConfig());
  }

  private void create(List<NewTopic> batch, long deadlineNanos)
      throws IOException, InterruptedException {
    Duration left = left(deadlineNanos);
    var answers =
        admin
            .createTopics(batch, new CreateTopicsOptions().timeoutMs(AdminCalls.millis(left)))
            .values();
    for (Map.Entry<String, KafkaFuture<Void>> answer : answers.entrySet()) {
      AdminCalls.await(answer.getValue(), left, "create topic " + answer.getKey());
    }
  }

  private List<String> leaderless(Collection<String> names, Map<String, Integer> partitions)
      throws IOException, InterruptedException {
    Map<String, TopicDescription> found = find(names);
    return names.stream()
        .filter(
            name ->
                !found.containsKey(name) || led(found.get(name)) < partitions.getOrDefault(name, 0))
        .toList();
  }

  /**
   * Those that a broker does not know. A broker is known as leader before it has made the
   * partition. If it refuses the first batch of an idempotent producer and accepts the second one,
   * it never accepts the first one again (KAFKA-15591), so that its sends fail at the delivery
   * timeout. The admin client repeats the question until the leader can answer it, but not where
   * the broker that it asks for the leaders does not know the topic yet (KAFKA-15425).
   */
  private Set<String> unserved(
      Collection<String> names, Map<String, Integer> partitions, Duration left)
      throws IOException, InterruptedException {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (String name : names) {
      for (int partition = 0; partition < partitions.getOrDefault(name, 0); partition++) {
        ends.put(new TopicPartition(name, partition), OffsetSpec.latest());
      }
    }
    var options = new ListOffsetsOptions().timeoutMs(AdminCalls.millis(left));
    ListOffsetsResult answers = admin.listOffsets(ends, options);
    String what = "read the end of " + ends.size() + " new partitions";
    Set<String> unserved = new TreeSet<>();
    for (TopicPartition partition : ends.keySet()) {
      try {
        AdminCalls.await(answers.partitionResult(partition), left, what);
      } catch (IOException e) {
        rethrowUnlessUnknown(e);
        unserved.add(partition.topic());
      }
    }
    return unserved;
  }

  private static long led(TopicDescription topic) {
    return topic.partitions().stream()
        .filter(p -> p.leader() != null && !p.leader().isEmpty())
        .count();
  }

  /** Describes those of the topics that exist. */
  public Map<String, TopicDescription> find(Collection<String> topics)
      throws IOException, InterruptedException {
    Duration timeout = configuration.creationTimeout();
    var answers =
        admin
            .describeTopics(
                topics, new DescribeTopicsOptions().timeoutMs(AdminCalls.millis(timeout)))
            .topicNameValues();
    Map<String, TopicDescription> found = new HashMap<>();
    for (Map.Entry<String, KafkaFuture<TopicDescription>> answer : answers.entrySet()) {
      String topic = answer.getKey();
      try {
        found.put(topic, AdminCalls.await(answer.getValue(), timeout, "describe topic " + topic));
      } catch (IOException e) {
        rethrowUnlessUnknown(e);
      }
    }
    return found;
  }

  /** Number of partitions. A client that asks for a missing topic could create it by asking. */
  public int partitionsOf(String topic) throws IOException, InterruptedException {
    Map<String, TopicDescription> found = new HashMap<>();
    await(
        List.of(topic),
        names -> {
          found.putAll(find(names));
          return found.containsKey(topic) ? List.of() : names;
        },
        System.nanoTime() + METADATA_LAG.toNanos(),
        missing ->
            "topic '%s' does not exist at %s, asked for %s s"
                .formatted(topic, configuration.bootstrapServers(), METADATA_LAG.toSeconds()));
    return Objects.requireNonNull(found.get(topic)).partitions().size(); // No longer missing.
  }

  /** Deletes those that exist and waits until they are gone. */
  public void delete(Collection<String> topics) throws IOException, InterruptedException {
    Duration timeout = configuration.creationTimeout();
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    var answers =
        admin
            .deleteTopics(topics, new DeleteTopicsOptions().timeoutMs(AdminCalls.millis(timeout)))
            .topicNameValues();
    for (Map.Entry<String, KafkaFuture<Void>> answer : answers.entrySet()) {
      try {
        AdminCalls.await(answer.getValue(), timeout, "delete topic " + answer.getKey());
      } catch (IOException e) {
        rethrowUnlessUnknown(e);
      }
    }
    await(
        topics,
        names -> find(names).keySet(),
        deadlineNanos,
        left -> "deleted topics are still there: " + left);
  }

  /** The topics that do not meet the condition yet. */
  private interface Laggards {
    Collection<String> of(Collection<String> topics) throws IOException, InterruptedException;
  }

  /**
   * Looks at topics until none lags behind any more; one that does not is not looked at again.
   *
   * @param late what to say of those that still do after the deadline
   */
  private static void await(
      Collection<String> topics,
      Laggards laggards,
      long deadlineNanos,
      Function<Collection<String>, String> late)
      throws IOException, InterruptedException {
    Collection<String> lagging = laggards.of(topics);
    while (!lagging.isEmpty()) {
      if (left(deadlineNanos).isZero()) {
        throw new IOException(late.apply(lagging));
      }
      Thread.sleep(LOOK_AGAIN_MILLIS);
      lagging = laggards.of(lagging);
    }
  }

  /** Deletes what earlier runs have left behind: topics with our prefix, and no others. */
  public void deleteLeftovers() throws IOException, InterruptedException {
    List<String> leftovers = names(PREFIX + "-");
    if (!leftovers.isEmpty()) {
      delete(leftovers);
    }
  }

  /** All that begin so. */
  public List<String> names(String prefix) throws IOException, InterruptedException {
    Duration timeout = configuration.creationTimeout();
    Set<String> names =
        AdminCalls.await(
            admin.listTopics(new ListTopicsOptions().timeoutMs(AdminCalls.millis(timeout))).names(),
            timeout,
            "list topics");
    return names.stream().filter(name -> name.startsWith(prefix)).sorted().toList();
  }

  private static void rethrowUnlessUnknown(IOException e) throws IOException {
    if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
      throw e;
    }
  }

  private static Duration left(long deadlineNanos) {
    long leftNanos = deadlineNanos - System.nanoTime();
    return leftNanos < TimeUnit.MILLISECONDS.toNanos(1)
        ? Duration.ZERO
        : Duration.ofNanos(leftNanos);
  }
}
