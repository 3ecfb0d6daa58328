package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkDriver.TopicInfo;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.testkit.observed.DeliveryCounts;
import io.tidemark.driver.testkit.observed.DetailedInbox;
import io.tidemark.driver.testkit.observed.Inbox;
import io.tidemark.driver.topics.ExistingTopics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Chapter 2: creating topics. */
final class TopicRules {
  private TopicRules() {}

  static List<Rule> all() {
    return List.of(
        Rule.must(
            "2.1",
            "A topic can be used as soon as its creation completes",
            TopicRules::topicIsUsableAtOnce),
        Rule.must(
            "2.2",
            "Several topics are created at once, and keep their messages apart",
            TopicRules::createsSeveralTopics),
        Rule.must(
            "2.3",
            "A topic that cannot be created fails its creation in time, with a reason",
            TopicRules::reportsAFailedCreation),
        Rule.must(
            "2.4",
            "Creating a topic that exists fails, or leaves the topic and its messages",
            TopicRules::anExistingTopicIsLeftAsItIs));
  }

  private static void topicIsUsableAtOnce(ConformanceBench bench) throws Exception {
    String name = bench.newTopicName();
    bench.willDelete(name);
    BenchmarkDriver driver = bench.driver();
    bench.await("creation of topic " + name, () -> driver.createTopic(name, 1));
    Inbox inbox = bench.subscribe(name);
    bench.send(bench.producer(name), 0, 1);
    bench.awaitCount(inbox, 1);
  }

  private static void createsSeveralTopics(ConformanceBench bench) throws Exception {
    List<TopicInfo> infos = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      infos.add(new TopicInfo(bench.newTopicName(), bench.kit().partitions()));
    }
    bench.createTopics(infos);
    List<Inbox> inboxes = new ArrayList<>();
    for (TopicInfo info : infos) {
      inboxes.add(bench.subscribe(info.getTopic()));
    }
    for (int i = 0; i < 4; i++) {
      bench.send(bench.producer(infos.get(i).getTopic()), i * 10L, i * 10L + 10);
    }
    for (int i = 0; i < 4; i++) {
      bench.awaitCount(inboxes.get(i), 10);
      int topic = i;
      assertThat(inboxes.get(i).numbers()).allMatch(number -> number / 10 == topic);
    }
  }

  private static void anExistingTopicIsLeftAsItIs(ConformanceBench bench) throws Exception {
    int partitions = bench.kit().partitions();
    String topic = bench.topic(partitions);
    String subscription = bench.newSubscriptionName();
    BenchmarkDriver driver = bench.driver();
    BenchmarkConsumer consumer = bench.consumer(topic, subscription, new DetailedInbox());
    bench.closeClient(consumer); // The subscription remains, and keeps messages.
    BenchmarkProducer producer = bench.producer(topic);
    bench.send(producer, 0, 10);
    CompletableFuture<Void> second =
        bench.call("a second createTopic", () -> driver.createTopic(topic, partitions));
    assertThat(second).as("the future of createTopic").isNotNull();
    bench.awaitUntil(second::isDone, "completion of a second createTopic", () -> "nothing");
    if (second.isCompletedExceptionally()) {
      bench.remark("a second creation fails");
    }
    Inbox inbox = new DetailedInbox();
    bench.consumer(topic, subscription, inbox);
    bench.send(producer, 10, 20);
    bench.awaitAllOf(inbox, 20);
    DeliveryCounts.of(inbox.arrivals(), 20)
        .assertComplete("messages of a topic that was created twice");
  }

  private static void reportsAFailedCreation(ConformanceBench bench) throws Exception {
    Optional<TopicInfo> declared = bench.kit().impossibleTopic();
    if (declared.isPresent()) {
      assertNotCreated(bench, declared.get());
      return;
    }
    assertNotCreated(bench, new TopicInfo(bench.newTopicName(), 0));
    if (bench.kit().partitions() == 1) {
      assertNotCreated(bench, new TopicInfo(bench.newTopicName(), 2));
    }
  }

  private static void assertNotCreated(ConformanceBench bench, TopicInfo topic) throws Exception {
    BenchmarkDriver driver = bench.driver();
    CompletableFuture<Void> creation =
        bench.call("createTopics", () -> driver.createTopics(List.of(topic)));
    assertThat(creation).as("the future of createTopics").isNotNull();
    String what = "creation of a topic with " + topic.getPartitions() + " partitions";
    bench.awaitUntil(creation::isDone, what, () -> "nothing");
    if (!creation.isCompletedExceptionally()) {
      bench.willDelete(topic.getTopic());
    }
    if (!creation.isCompletedExceptionally() && has(bench, topic)) {
      throw new ConformanceBench.NotTried(
          "the broker has topics with more than partitions(); declare an impossibleTopic()");
    }
    assertThatThrownBy(creation::join)
        .as(what + ", which cannot succeed")
        .cause()
        .hasMessageMatching("(?s).*\\S.*");
  }

  /** Whether the topic really has these partitions, so that it is not impossible. */
  private static boolean has(ConformanceBench bench, TopicInfo topic) throws Exception {
    if (!(bench.driver() instanceof ExistingTopics existing) || topic.getPartitions() == 0) {
      return false;
    }
    return bench
        .await("description of a topic", () -> existing.describeTopics(List.of(topic.getTopic())))
        .equals(Map.of(topic.getTopic(), topic.getPartitions()));
  }
}
