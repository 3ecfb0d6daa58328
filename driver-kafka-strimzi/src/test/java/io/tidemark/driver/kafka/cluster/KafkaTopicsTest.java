package io.tidemark.driver.kafka.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.tidemark.driver.kafka.KafkaConfigurations;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.DeleteTopicsResult;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicCollection.TopicNameCollection;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

/**
 * Waiting for topics: a cluster whose topics are ready only when they have been looked at often.
 */
class KafkaTopicsTest {
  /** Requests for a topic until it has its leaders, or is gone. */
  private final Map<String, Integer> looksUntilReady = new HashMap<>();

  private final Map<String, Integer> partitions = new HashMap<>();
  private final TreeSet<String> deleted = new TreeSet<>();
  private final Set<String> unknownUntilReady = new HashSet<>();
  private final List<Collection<String>> asked = new ArrayList<>();

  /** Partitions whose leader is known, but does not answer. */
  private final Set<TopicPartition> unserved = new HashSet<>();

  private final Set<TopicPartition> served = new HashSet<>();

  /** Topics that the broker does not know yet, with the number of requests that fail. */
  private final Map<String, Integer> unheardOf = new HashMap<>();

  private KafkaTopics topics(String timeout) throws IOException {
    String file =
        """
        name: Kafka
        driverClass: any
        replicationFactor: 1
        creationTimeout: %s
        commonConfig: |
          bootstrap.servers=h:1
        """
            .formatted(timeout);
    return new KafkaTopics(cluster(), KafkaConfigurations.of(file));
  }

  private Admin cluster() {
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "createTopics" -> created((Collection<?>) arguments[0]);
                  case "describeTopics" -> described(names(arguments[0]));
                  case "deleteTopics" -> deleted(names(arguments[0]));
                  case "listOffsets" -> ends(((Map<?, ?>) arguments[0]).keySet());
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static Collection<String> names(Object topics) {
    Collection<?> names =
        topics instanceof TopicNameCollection collection
            ? collection.topicNames()
            : (Collection<?>) topics;
    return names.stream().map(String.class::cast).toList();
  }

  private CreateTopicsResult created(Collection<?> topics) {
    Map<String, KafkaFuture<CreateTopicsResult.TopicMetadataAndConfig>> answers = new HashMap<>();
    topics.stream()
        .map(NewTopic.class::cast)
        .forEach(
            topic -> {
              partitions.put(topic.name(), topic.numPartitions());
              answers.put(topic.name(), KafkaFuture.completedFuture(null));
            });
    return new CreateTopicsResult(answers) {};
  }

  private DeleteTopicsResult deleted(Collection<String> topics) {
    Map<String, KafkaFuture<Void>> answers = new HashMap<>();
    topics.forEach(topic -> answers.put(topic, KafkaFuture.completedFuture(null)));
    deleted.addAll(topics);
    return new DeleteTopicsResult(null, answers) {};
  }

  private DescribeTopicsResult described(Collection<String> topics) {
    asked.add(topics);
    Map<String, KafkaFuture<TopicDescription>> answers = new HashMap<>();
    topics.forEach(topic -> answers.put(topic, described(topic)));
    return new DescribeTopicsResult(null, answers) {};
  }

  private ListOffsetsResult ends(Set<?> asked) {
    Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> answers = new HashMap<>();
    asked.stream()
        .map(TopicPartition.class::cast)
        .forEach(
            partition -> {
              served.add(partition);
              answers.put(partition, end(partition));
            });
    return new ListOffsetsResult(answers);
  }

  private KafkaFuture<ListOffsetsResultInfo> end(TopicPartition partition) {
    KafkaFutureImpl<ListOffsetsResultInfo> end = new KafkaFutureImpl<>();
    if (unheardOf.merge(partition.topic(), -1, Integer::sum) >= 0) {
      end.completeExceptionally(new UnknownTopicOrPartitionException(partition.topic()));
    } else if (!unserved.contains(partition)) {
      end.complete(new ListOffsetsResultInfo(0, 0, Optional.empty()));
    }
    return end;
  }

  private KafkaFuture<TopicDescription> described(String topic) {
    boolean ready = looksUntilReady.merge(topic, -1, Integer::sum) < 0;
    boolean there = deleted.contains(topic) ? !ready : ready || !unknownUntilReady.contains(topic);
    if (!there) {
      KafkaFutureImpl<TopicDescription> unknown = new KafkaFutureImpl<>();
      unknown.completeExceptionally(new UnknownTopicOrPartitionException(topic));
      return unknown;
    }
    Node leader = ready ? new Node(1, "127.0.0.1", 9092) : null;
    List<TopicPartitionInfo> infos =
        IntStream.range(0, partitions.get(topic))
            .mapToObj(number -> new TopicPartitionInfo(number, leader, List.of(), List.of()))
            .toList();
    return KafkaFuture.completedFuture(new TopicDescription(topic, false, infos));
  }

  @Test
  void waitsForTheLeadersOfThoseTopicsOnlyThatLackThem() throws Exception {
    looksUntilReady.put("slow", 2);

    topics("60s").create(List.of(new TopicInfo("fast", 2), new TopicInfo("slow", 3)));

    assertThat(asked).hasSize(3);
    assertThat(asked.get(0)).containsExactlyInAnyOrder("fast", "slow");
    assertThat(asked.subList(1, 3)).allSatisfy(names -> assertThat(names).containsExactly("slow"));
  }

  @Test
  void namesTheTopicsThatNeverGotTheirLeaders() throws Exception {
    looksUntilReady.put("leaderless", Integer.MAX_VALUE);
    KafkaTopics topics = topics("1ms");

    assertThatThrownBy(
            () -> topics.create(List.of(new TopicInfo("fast", 1), new TopicInfo("leaderless", 1))))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("created 2 topics")
        .hasMessageEndingWith("without a leader: [leaderless]");
  }

  @Test
  void waitsUntilTheLeaderOfEachPartitionAnswers() throws Exception {
    topics("60s").create(List.of(new TopicInfo("a", 2), new TopicInfo("b", 1)));

    assertThat(served)
        .containsExactlyInAnyOrder(
            new TopicPartition("a", 0), new TopicPartition("a", 1), new TopicPartition("b", 0));

    unserved.add(new TopicPartition("c", 1));
    KafkaTopics topics = topics("10ms");
    assertThatThrownBy(() -> topics.create(List.of(new TopicInfo("c", 3))))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("cannot read the end of 3 new partitions: no answer for \\d+ ms");
  }

  @Test
  void asksAgainForTopicsThatABrokerDoesNotKnowYet() throws Exception {
    unheardOf.put("late", 3);
    topics("60s").create(List.of(new TopicInfo("early", 1), new TopicInfo("late", 2)));
    assertThat(unheardOf.get("late")).isNegative();

    unheardOf.put("never", Integer.MAX_VALUE);
    KafkaTopics topics = topics("10ms");
    assertThatThrownBy(() -> topics.create(List.of(new TopicInfo("never", 1))))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("created 1 topics")
        .hasMessageEndingWith("brokers do not know these: [never]");
  }

  @Test
  void waitsUntilDeletedTopicsAreGone() throws Exception {
    KafkaTopics topics = topics("60s");
    topics.create(List.of(new TopicInfo("a", 1), new TopicInfo("b", 1)));
    looksUntilReady.putAll(Map.of("a", 0, "b", 3));
    asked.clear();

    topics.delete(List.of("a", "b"));

    assertThat(asked).hasSize(4);
    assertThat(asked.get(3)).containsExactly("b");
  }

  @Test
  void countsThePartitionsOfATopicThatABrokerLearnsOfLate() throws Exception {
    KafkaTopics topics = topics("60s");
    topics.create(List.of(new TopicInfo("there", 7)));
    unknownUntilReady.add("there");
    looksUntilReady.put("there", 2);

    assertThat(topics.partitionsOf("there")).isEqualTo(7);
  }
}
