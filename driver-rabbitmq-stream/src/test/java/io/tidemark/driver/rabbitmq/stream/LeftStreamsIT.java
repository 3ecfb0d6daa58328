package io.tidemark.driver.rabbitmq.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.TopicLister.ListedTopic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.Test;

/** What a killed run has left is listed and deleted by a driver that has not made it. */
class LeftStreamsIT extends OneStreamNode {
  private static final String FILE =
      """
      streamUris: ["${brokers.streamUris}"]
      managementUris: ["${brokers.managementUris}"]
      """;

  private static RabbitMqStreamBenchmarkDriver driver() throws Exception {
    RabbitMqStreamBenchmarkDriver driver = new RabbitMqStreamBenchmarkDriver();
    driver.initialize(cluster.file(FILE), NullStatsLogger.INSTANCE);
    return driver;
  }

  private static List<ListedTopic> listed(RabbitMqStreamBenchmarkDriver driver, String run)
      throws Exception {
    String prefix = driver.getTopicNamePrefix() + "-";
    return driver.listTopics(prefix).get(60, TimeUnit.SECONDS).stream()
        .filter(topic -> topic.name().endsWith(run))
        .toList();
  }

  @Test
  void streamsAndSuperStreamsAreListedAndDeleted() throws Exception {
    String run = UUID.randomUUID().toString().substring(0, 7);
    RabbitMqStreamBenchmarkDriver killed = driver();
    String prefix = killed.getTopicNamePrefix();
    String read = prefix + "-0000000-" + run;
    String partitioned = prefix + "-0000001-" + run;
    killed.createTopic(read, 1).get(60, TimeUnit.SECONDS);
    killed.createTopic(partitioned, 3).get(60, TimeUnit.SECONDS);
    BenchmarkProducer producer = killed.createProducer(partitioned).get(60, TimeUnit.SECONDS);
    RabbitMqStreamBenchmarkDriver later = driver();
    try {
      AutoCloseable consumer =
          killed.createConsumer(read, "sub-0", new TrafficInbox()).get(60, TimeUnit.SECONDS);
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () ->
                  assertThat(listed(later, run))
                      .containsExactly(
                          new ListedTopic(read, true), new ListedTopic(partitioned, false)));
      consumer.close();
      producer.close();
      killed.close(); // Nothing is deleted.
      await()
          .atMost(SETTLED)
          .untilAsserted(
              () -> assertThat(listed(later, run)).noneMatch(ListedTopic::inUse).hasSize(2));
      later.deleteTopics(List.of(read, partitioned)).get(60, TimeUnit.SECONDS);
      await().atMost(SETTLED).untilAsserted(() -> assertThat(listed(later, run)).isEmpty());
    } finally {
      later.close();
    }
  }
}
