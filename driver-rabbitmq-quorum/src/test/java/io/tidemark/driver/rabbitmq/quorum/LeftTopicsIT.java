package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.PairsRequest;
import io.tidemark.driver.TopicLister.ListedTopic;
import io.tidemark.driver.rabbitmq.TestCluster;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.bookkeeper.stats.NullStatsLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a killed run has left is listed and deleted by a driver that has not made it. */
class LeftTopicsIT {
  @RegisterExtension static final TestCluster cluster = OneQuorumNode.CLUSTER_4;

  private static final String FILE =
      """
      amqpUris: ["${brokers.amqpUris}"]
      managementUris: ["${brokers.managementUris}"]
      """;

  private static final ConsumerCallback IGNORED =
      new ConsumerCallback() {
        @Override
        public void messageReceived(byte[] payload, long publishTimestamp) {}

        @Override
        public void messageReceived(ByteBuffer payload, long publishTimestamp) {}
      };

  private static RabbitMqQuorumBenchmarkDriver driver() throws Exception {
    RabbitMqQuorumBenchmarkDriver driver = new RabbitMqQuorumBenchmarkDriver();
    driver.initialize(cluster.file(FILE), NullStatsLogger.INSTANCE);
    return driver;
  }

  private static List<ListedTopic> listed(RabbitMqQuorumBenchmarkDriver driver, String run)
      throws Exception {
    String prefix = driver.getTopicNamePrefix() + "-";
    return driver.listTopics(prefix).get(60, TimeUnit.SECONDS).stream()
        .filter(topic -> topic.name().endsWith(run))
        .toList();
  }

  @Test
  void exchangesAndQueuesOfTopicsAndRequestsAreListedAndDeleted() throws Exception {
    String run = UUID.randomUUID().toString().substring(0, 7);
    RabbitMqQuorumBenchmarkDriver killed = driver();
    String prefix = killed.getTopicNamePrefix();
    String topic = prefix + "-0000000-" + run;
    String requests = prefix + "-0000001-" + run;
    killed.createTopic(topic, 2).get(60, TimeUnit.SECONDS);
    killed.createSubscription(topic, "sub-0").get(60, TimeUnit.SECONDS);
    killed
        .createPairs(new PairsRequest(List.of(requests), false, 1, 1, 100, 100))
        .get(60, TimeUnit.SECONDS);
    RabbitMqQuorumBenchmarkDriver later = driver();
    try {
      BenchmarkConsumer consumer =
          killed.createConsumer(topic, "sub-0", IGNORED).get(60, TimeUnit.SECONDS);
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(listed(later, run))
                      .containsExactly(
                          new ListedTopic(topic, true), new ListedTopic(requests, false)));
      consumer.close();
      killed.close(); // Nothing is deleted.
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> assertThat(listed(later, run)).noneMatch(ListedTopic::inUse).hasSize(2));
      later.deleteTopics(List.of(topic, requests)).get(60, TimeUnit.SECONDS);
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(listed(later, run)).isEmpty());
    } finally {
      later.close();
    }
  }
}
