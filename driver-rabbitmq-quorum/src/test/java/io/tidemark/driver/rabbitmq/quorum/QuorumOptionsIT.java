package io.tidemark.driver.rabbitmq.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.rabbitmq.Bench;
import io.tidemark.driver.rabbitmq.ManagementApi;
import io.tidemark.driver.rabbitmq.Traffic;
import io.tidemark.driver.rabbitmq.TrafficInbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each option does to the broker; one node is enough to see it. */
class QuorumOptionsIT extends OneQuorumNode {
  private static JsonNode queue(String name) throws Exception {
    return benches.queue(name);
  }

  @Test
  void messagePropertiesReachTheConsumer() throws Exception {
    String properties =
        """
        messageProperties:
          {contentType: text/plain, contentEncoding: none, priority: 3, type: t, appId: a,
           expiration: 60000, correlationId: c, replyTo: r, messageId: m, userId: guest,
           clusterId: l, headers: {colour: red}}
        """;
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueType: classic\nmessageTimestamp: millis\n" + properties)) {
      String topic = bench.topic(1);
      bench.driver().createSubscription(topic, "sub").join();
      new Traffic().send(bench.producer(topic)).join();
      BasicProperties got = one(topic + ".sub").getProps();
      assertThat(got.getContentType()).isEqualTo("text/plain");
      assertThat(got.getContentEncoding()).isEqualTo("none");
      assertThat(got.getPriority()).isEqualTo(3);
      assertThat(got.getType()).isEqualTo("t");
      assertThat(got.getAppId()).isEqualTo("a");
      assertThat(got.getExpiration()).isEqualTo("60000");
      assertThat(got.getCorrelationId()).isEqualTo("c");
      assertThat(got.getReplyTo()).isEqualTo("r");
      assertThat(got.getMessageId()).isEqualTo("m");
      assertThat(got.getUserId()).isEqualTo("guest");
      assertThat(got.getClusterId()).isEqualTo("l");
      assertThat(got.getDeliveryMode()).isEqualTo(2);
      assertThat(got.getHeaders().get("colour")).hasToString("red");
      assertThat(got.getHeaders()).containsKey(MessageProperties.SENT_HEADER);
    }
  }

  /** As any other client reads it. */
  private static GetResponse one(String queue) throws Exception {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(cluster.brokers().placeholders().get("amqpUri"));
    try (var connection = factory.newConnection();
        Channel channel = connection.createChannel()) {
      return channel.basicGet(queue, true);
    }
  }

  @Test
  void theBrokerHashesKeysToPartitions() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    TrafficInbox other = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("exchangeType: x-consistent-hash")) {
      String topic = bench.topic(3);
      bench.consumer(topic, "sub", inbox);
      BenchmarkProducer producer = bench.producer(topic);
      traffic.send(producer, 600);
      inbox.awaitDeliveries(600);
      assertThat(inbox.partitions()).containsExactlyInAnyOrder(0, 1, 2);
      bench.consumer(topic, "other", other);
      for (int i = 0; i < 50; i++) {
        traffic.send(producer, "one key");
      }
      other.awaitDeliveries(50);
      assertThat(other.partitions()).hasSize(1);
      assertThat(bench.driver().describeTopics(List.of(topic)).join()).containsEntry(topic, 3);
    }
    await()
        .atMost(SETTLED)
        .untilAsserted(
            () ->
                assertThat(cluster.management().get("exchanges/%2F"))
                    .extracting(exchange -> exchange.path("name").asText())
                    .noneMatch(name -> name.contains("test-topic")));
  }

  @Test
  void aTopicExchangeRoutesByTheMessagesKey() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    ConnectionFactory factory = new ConnectionFactory();
    factory.setUri(cluster.brokers().placeholders().get("amqpUri"));
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("exchangeType: topic");
        var connection = factory.newConnection();
        Channel channel = connection.createChannel()) {
      String topic = bench.topic(1);
      bench.consumer(topic, "all", inbox);
      String reds = channel.queueDeclare().getQueue();
      channel.queueBind(reds, topic, "red.*");
      BenchmarkProducer producer = bench.producer(topic);
      for (String key : List.of("red.1", "blue.1", "red.2", "green")) {
        traffic.send(producer, key).join();
      }
      traffic.send(producer).join();
      inbox.awaitDeliveries(5);
      assertThat(channel.basicGet(reds, true).getEnvelope().getRoutingKey()).isEqualTo("red.1");
      assertThat(channel.basicGet(reds, true).getEnvelope().getRoutingKey()).isEqualTo("red.2");
      assertThat(channel.basicGet(reds, true)).isNull();
    }
  }

  @Test
  void queuesThatExistAreUsedAndLeftAlone() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    cluster.management().put("queues/%2F/theirs", Map.of("durable", true));
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = bench("queues: {existing: true}")) {
      String topic = bench.topic("theirs", 1);
      bench.consumer(topic, "any", inbox);
      traffic.send(bench.producer(topic), 100);
      inbox.awaitDeliveries(100);
      assertThatThrownBy(() -> bench.topic("nobodys", 1)).hasMessageContaining("NOT_FOUND");
    }
    assertThat(cluster.management().find("queues/%2F/theirs")).isPresent();
    cluster.management().delete("queues/%2F/theirs");
  }

  @Test
  void consumersOfASubscriptionShareAQueueThatTheServerNamed() throws Exception {
    Traffic traffic = new Traffic();
    TrafficInbox inbox = new TrafficInbox();
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench =
        bench("queueType: classic\nqueues: {serverNamed: true}")) {
      String topic = bench.topic(1);
      bench.consumer(topic, "sub", inbox);
      bench.consumer(topic, "sub", inbox);
      traffic.send(bench.producer(topic), 200);
      inbox.awaitDeliveries(200);
      awaitQueuesNamedByTheServer(1);
    }
    awaitQueuesNamedByTheServer(0);
  }

  private static void awaitQueuesNamedByTheServer(int count) {
    await()
        .atMost(SETTLED)
        .untilAsserted(
            () ->
                assertThat(queueNames())
                    .filteredOn(name -> name.startsWith("amq.gen-"))
                    .hasSize(count));
  }

  private static List<String> queueNames() throws Exception {
    List<String> names = new ArrayList<>();
    cluster.management().get("queues").forEach(queue -> names.add(queue.path("name").asText()));
    return names;
  }

  @ParameterizedTest
  @CsvSource({
    "io.openmessaging.benchmark.driver.rabbitmq.RabbitMqBenchmarkDriver, classic, 1",
    "io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver, quorum, 1",
  })
  void anOmbFileWorksWhenOnlyItsDriverClassChanges(String driverClass, String type, int mode)
      throws Exception {
    TrafficInbox inbox = new TrafficInbox();
    String omb =
        """
        name: RabbitMQ
        driverClass: %s
        amqpUris: ["${brokers.amqpUri}"]
        messagePersistence: false
        producerCreationDelay: 100
        producerCreationBatchSize: 5
        consumerCreationDelay: 100
        consumerCreationBatchSize: 5
        """
            .formatted(driverClass);
    try (Bench<RabbitMqQuorumBenchmarkDriver> bench = benches.ofFile(omb)) {
      String topic = bench.topic(2);
      bench.driver().createSubscription(topic, "idle").join();
      bench.consumer(topic, "sub", inbox);
      Traffic traffic = new Traffic();
      traffic.send(bench.producer(topic), 500);
      inbox.awaitDeliveries(500);
      traffic.awaitSettled();
      assertThat(queue(topic + ".sub").path("type").asText()).isEqualTo(type);
      assertThat(one(topic + ".idle").getProps().getDeliveryMode()).isEqualTo(mode);
      assertThat(traffic.failures()).isEmpty();
      // OMB's file has no management address to find queues by.
      cluster.management().delete("queues/%2F/" + ManagementApi.segment(topic + ".idle"));
    }
  }
}
